/** The parsed requests of one connection that wait for the responses before them. */
export class PipelinedRequests {
  readonly #hasRoom: () => boolean;
  readonly #waiting: (() => void)[] = [];
  #advancing = false;

  /** @param hasRoom returns whether one more request can be handled */
  constructor(hasRoom: () => boolean) {
    this.#hasRoom = hasRoom;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** @param handle handles the request; must not throw */
  push(handle: () => void): void {
    this.#waiting.push(handle);
  }

  /**
   * Handles the requests for which there is room, in order.
   *
   * @returns whether this call handled the last one
   */
  advance(): boolean {
    // A request that is handled synchronously calls this method again.
    if (this.isEmpty || this.#advancing) return false;
    this.#advancing = true;
    while (this.#waiting.length > 0 && this.#hasRoom()) this.#waiting.shift()?.();
    this.#advancing = false;
    return this.#waiting.length === 0;
  }
}
