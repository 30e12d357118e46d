import { decode } from '../path/escaped-slash.js';
import { NullObject } from './null-object.js';
import type { RouteArgs } from '../route-args.js';

/**
 * The arguments on the way to a node, as positions in the path.
 *
 * They are numbers because storing a new string in an old array is expensive: it triggers the garbage collector's write
 * barrier. Arguments that an expression found are stored separately, as text.
 */
export class Trail {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Arguments that an expression found, still encoded, by index; `#starts` is -1 for these. */
  readonly texts: string[] = [];

  /** Stores an argument as a range of the path; `end` is negative if the range contains escapes. */
  set(index: number, start: number, end: number): void {
    this.#starts[index] = start;
    this.#ends[index] = end;
  }

  /** Marks `count` arguments, from an index on, as stored in `texts`. */
  setTexts(index: number, count: number): void {
    for (let i = index; i < index + count; i++) this.#starts[i] = -1;
  }

  /** Copies the first `count` arguments of another trail. */
  copy(other: Trail, count: number): void {
    for (let i = 0; i < count; i++) {
      const start = other.#starts[i] as number;
      this.#starts[i] = start;
      this.#ends[i] = other.#ends[i] as number;
      if (start === -1) this.texts[i] = other.texts[i] as string;
    }
  }

  /** Returns the decoded arguments by name. */
  args(names: readonly string[], path: string): RouteArgs {
    const args = new NullObject();
    for (let i = 0; i < names.length; i++) {
      const start = this.#starts[i] as number;
      const end = this.#ends[i] as number;
      args[names[i] as string] =
        start === -1
          ? decode(this.texts[i] as string)
          : end < 0
            ? decode(path.slice(start, -end))
            : path.slice(start, end);
    }
    return args;
  }
}
