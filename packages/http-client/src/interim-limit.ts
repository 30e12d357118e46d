import { Readable } from 'node:stream';

/**
 * Limits a response of which only interim responses arrive, such as 103: each of them restarts the timeout of undici. Time
 * in which the body of the request is sent does not count.
 */
export class InterimLimit {
  readonly #timeout: number;
  readonly #late: () => void;
  #content: unknown = null;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param timeout milliseconds from the first interim response on
   * @param late called once they have passed
   */
  constructor(timeout: number, late: () => void) {
    this.#timeout = timeout;
    this.#late = late;
  }

  /** @param content the body of the request */
  sends(content: unknown): void {
    this.#content = content;
  }

  /** An interim response has arrived. */
  begin(): void {
    if (this.#timer === undefined) this.#start();
  }

  /** The response has arrived, or there is none. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#timer = setTimeout(() => {
      if (this.#content instanceof Readable && !this.#content.readableEnded) this.#start();
      else this.#late();
    }, this.#timeout);
  }
}
