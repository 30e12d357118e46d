import { withinTimeout } from './within-timeout.js';

/**
 * The timeout of calls that a server handles one after the other: it restarts with each response, so that a thousand
 * calls at once do not fail because they wait for each other.
 */
export class SharedTimeout {
  readonly #timeout: number;
  #lastResponse = -Infinity;

  /** @param timeout milliseconds without a response */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** @throws {PubSubError} `PUBSUB_UNAVAILABLE` if the call fails, or the server responds to none of the calls in time */
  within<T>(call: () => PromiseLike<T>): Promise<T> {
    const noted = async (): Promise<T> => {
      const result = await call();
      this.#lastResponse = performance.now();
      return result;
    };
    return withinTimeout(noted, this.#timeout, () => this.#lastResponse);
  }
}
