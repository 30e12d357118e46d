import type { Awaitable } from '@mortise/http-message';
import { NodeAdapterError } from '../errors.js';

/** Runs after the last connection of a server has closed. */
export type CloseHook = () => Awaitable<void>;

/** Minimum milliseconds for hooks, if connections have taken all of the time. */
const LEAST = 1_000;

/** The hooks that run after a server has closed: the last registered first, each after the previous one. */
export class CloseHooks {
  readonly #hooks: CloseHook[] = [];
  readonly #onLateFailure: (error: unknown) => void;
  #ran = false;

  /** @param onLateFailure receives the rejection of a hook that is registered after the others ran */
  constructor(onLateFailure: (error: unknown) => void) {
    this.#onLateFailure = onLateFailure;
  }

  /** Registers a hook. A hook that is registered while others run is next; after that it runs immediately. */
  add(hook: CloseHook): void {
    if (!this.#ran) this.#hooks.push(hook);
    else hook()?.then(undefined, this.#onLateFailure);
  }

  /**
   * Calls all hooks; stops waiting for them when the time is up.
   *
   * @param left milliseconds; at least 1,000 are used
   * @throws {AggregateError} all failures; the last is `CLOSE_TIMEOUT` if a hook took too long
   */
  async run(left: number): Promise<void> {
    const failures: unknown[] = [];
    const deadline = new Deadline(Math.max(LEAST, left));
    for (let hook = this.#hooks.pop(); hook !== undefined; hook = this.#hooks.pop()) {
      try {
        await Promise.race([hook(), deadline.passed]);
      } catch (error) {
        failures.push(error);
      }
    }
    this.#ran = true;
    if (deadline.end()) failures.push(late());
    if (failures.length > 0) throw new AggregateError(failures, 'closing the server failed');
  }
}

/** A deadline that can be cancelled. */
class Deadline {
  readonly passed: Promise<void>;
  #hasPassed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.passed = new Promise((resolve) => {
      this.#timer = setTimeout(() => {
        this.#hasPassed = true;
        resolve();
      }, milliseconds);
    });
  }

  /** @returns whether it has passed */
  end(): boolean {
    clearTimeout(this.#timer);
    return this.#hasPassed;
  }
}

function late(): NodeAdapterError {
  const text = 'the hooks of the server did not finish in time; they continue to run';
  return new NodeAdapterError('CLOSE_TIMEOUT', text);
}
