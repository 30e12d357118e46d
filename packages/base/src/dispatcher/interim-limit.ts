/** The members of a Node stream that the limit needs. */
interface Readable {
  readonly readableEnded: boolean;
  once(event: 'end', listener: () => void): unknown;
}

/**
 * Limits the time during which only interim responses, such as 103, arrive, because each of them restarts undici's
 * timeout. Time spent sending the request body does not count.
 */
export class InterimLimit {
  readonly #timeout: number;
  readonly #late: () => void;
  #hasBegun = false;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param timeout milliseconds from the first interim response, or from the end of the request body if that is later
   * @param late called once when the timeout has expired
   */
  constructor(timeout: number, late: () => void) {
    this.#timeout = timeout;
    this.#late = late;
  }

  /**
   * Must be called when an interim response arrives.
   *
   * @param content the body of the request; `null` if there is none
   */
  begin(content: object | null): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const start = (): void => {
      if (!this.#hasEnded) this.#timer = setTimeout(this.#late, this.#timeout);
    };
    if (isReadable(content) && !content.readableEnded) content.once('end', start);
    else start();
  }

  /** Must be called when the response arrives, or the request fails. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }
}

function isReadable(content: object | null): content is Readable {
  return content !== null && 'readableEnded' in content;
}
