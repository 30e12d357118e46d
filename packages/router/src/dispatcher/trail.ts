import { decode } from '../path/escaped-slash.js';
import { NullObject } from './null-object.js';
import type { RouteArgs } from '../route-args.js';

/**
 * The arguments on the way to a node, as positions in the path.
 *
 * Numbers, because storing a new string in an old array is expensive (it needs a write barrier of the garbage
 * collector); the text of arguments that an expression found is stored separately.
 */
export class Trail {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Arguments that an expression found, still encoded, at the same index; then `#starts` has -1. */
  readonly texts: string[] = [];

  /** Stores the argument at an index as a range of the path; the end is negated if it has escapes. */
  set(index: number, start: number, end: number): void {
    this.#starts[index] = start;
    this.#ends[index] = end;
  }

  /** Marks arguments from an index on as stored in `texts`. */
  setTexts(index: number, count: number): void {
    for (let i = index; i < index + count; i++) this.#starts[i] = -1;
  }

  /** Copies the first arguments of another. */
  copy(other: Trail, count: number): void {
    for (let i = 0; i < count; i++) {
      const start = other.#starts[i] as number;
      this.#starts[i] = start;
      this.#ends[i] = other.#ends[i] as number;
      if (start === -1) this.texts[i] = other.texts[i] as string;
    }
  }

  /** The arguments by name. */
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
