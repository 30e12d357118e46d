import { isThenable } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';

type Callback = () => Awaitable<void>;

/** Runs the callbacks of one connection in order: each one begins after the promise of the previous one has settled. */
export class CallbackQueue {
  readonly #waiting: Callback[] = [];
  readonly #onError: (error: unknown) => void;
  readonly #onBusy: (isBusy: boolean) => void;
  #isRunning = false;
  #isBusy = false;

  /**
   * @param onError called with what a callback throws or rejects with; the next one runs
   * @param onBusy called with `true` when a promise is awaited, and with `false` when all callbacks have ended
   */
  constructor(onError: (error: unknown) => void, onBusy: (isBusy: boolean) => void) {
    this.#onError = onError;
    this.#onBusy = onBusy;
  }

  /** Whether a promise is awaited. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Runs a callback now, if no other one is running. */
  push(callback: Callback): void {
    this.#waiting.push(callback);
    if (!this.#isRunning) this.#run();
  }

  #run(): void {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const result = next();
        if (isThenable(result)) {
          this.#await(result);
          return;
        }
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#isRunning = false;
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#onBusy(false);
  }

  #await(result: PromiseLike<void>): void {
    if (!this.#isBusy) {
      this.#isBusy = true;
      this.#onBusy(true);
    }
    result.then(
      () => {
        this.#run();
      },
      (error: unknown) => {
        this.#onError(error);
        this.#run();
      },
    );
  }
}
