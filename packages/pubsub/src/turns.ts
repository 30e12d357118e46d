import { withinTimeout } from './within-timeout.js';

/** Calls at the same time: fewer than the connections of a usual pool, which others use too. */
const PLACES = 8;

interface Waiter {
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
  readonly begin: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Limits how many calls to a server run at the same time. The timeout of a call begins when it does: how long it waits
 * for others shows nothing about the server. When one fails, calls that have waited as long as the timeout fail too.
 */
export class Turns {
  readonly #timeout: number;
  #free = PLACES;
  #waiting: Waiter[] = [];

  /** @param timeout milliseconds of each call */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** @throws {PubSubError} `PUBSUB_UNAVAILABLE` if the call, or one before it, fails or times out */
  async run<T>(call: () => PromiseLike<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn();
    try {
      return await withinTimeout(call, this.#timeout);
    } catch (error) {
      this.#failOld(error);
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next.begin();
    }
  }

  #turn(): Promise<void> {
    return new Promise((begin, fail) => {
      this.#waiting.push({ since: performance.now(), begin, fail });
    });
  }

  #failOld(error: unknown): void {
    const oldest = performance.now() - this.#timeout;
    const old = this.#waiting.findIndex(({ since }) => since > oldest);
    const failed = this.#waiting.splice(0, old === -1 ? this.#waiting.length : old);
    for (const { fail } of failed) fail(error);
  }
}
