import { isThenable, settled } from '@mortise/base';

type Callback = () => unknown;

/** Runs the callbacks of one connection in order: each one begins after the promise of the previous one has settled. */
export class CallbackQueue {
  readonly #waiting: Callback[] = [];
  readonly #idle: (() => void)[] = [];
  readonly #onError: (error: unknown) => void;
  readonly #patience: number;
  /** Changes when a pending callback is not awaited any longer. */
  #round = 0;
  #isRunning = false;
  #isOverdue = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param onError called with what a callback throws or rejects with; the next one runs
   * @param patience milliseconds that {@link whenIdle} waits
   */
  constructor(onError: (error: unknown) => void, patience: number) {
    this.#onError = onError;
    this.#patience = patience;
  }

  /** Runs a callback now, if no other is running. */
  push(callback: Callback): void {
    this.#waiting.push(callback);
    if (!this.#isRunning) this.#run();
  }

  /** Forgets the callbacks that have not begun. */
  drop(): void {
    this.#waiting.length = 0;
  }

  /**
   * Calls `then` when all callbacks have ended, immediately if none is running. The first call that waits starts a
   * timeout. After it, `then` is called anyway: callbacks that have not begun are forgotten, and a pending one is no
   * longer awaited.
   */
  whenIdle(then: () => void): void {
    this.#idle.push(then);
    if (!this.#isRunning) this.#settle();
    else if (this.#isOverdue) this.#giveUp();
    else {
      this.#timer ??= setTimeout(() => {
        this.#isOverdue = true;
        this.#giveUp();
      }, this.#patience);
    }
  }

  #giveUp(): void {
    this.#round++;
    this.#isRunning = false;
    this.drop();
    this.#settle();
  }

  #run(): void {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const result = settled(next());
        if (isThenable(result)) {
          this.#await(result);
          return;
        }
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#isRunning = false;
    this.#settle();
  }

  #settle(): void {
    if (this.#idle.length === 0) return;
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    for (const then of this.#idle.splice(0)) then();
  }

  #await(result: PromiseLike<unknown>): void {
    const round = this.#round;
    const goOn = (): void => {
      if (round === this.#round) this.#run();
    };
    result.then(goOn, (error: unknown) => {
      this.#onError(error);
      goOn();
    });
  }
}
