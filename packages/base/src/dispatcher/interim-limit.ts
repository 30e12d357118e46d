/** The part of a stream of Node that the limit needs. */
interface Readable {
  readonly readableEnded: boolean;
  once(event: 'end', listener: () => void): unknown;
}

/**
 * Limits a response of which only interim responses arrive, such as 103: each of them restarts the timeout of undici. Time
 * in which the body of the request is sent does not count.
 */
export class InterimLimit {
  readonly #timeout: number;
  readonly #late: () => void;
  #hasBegun = false;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param timeout milliseconds from the first interim response, or from the end of the body if that comes later
   * @param late called once they have passed
   */
  constructor(timeout: number, late: () => void) {
    this.#timeout = timeout;
    this.#late = late;
  }

  /** An interim response has arrived. @param content the body of the request; `null` for none */
  begin(content: object | null): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const start = (): void => {
      if (!this.#hasEnded) this.#timer = setTimeout(this.#late, this.#timeout);
    };
    if (isReadable(content) && !content.readableEnded) content.once('end', start);
    else start();
  }

  /** The response has arrived, or there is none. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }
}

function isReadable(content: object | null): content is Readable {
  return content !== null && 'readableEnded' in content;
}
