/** Something that is ready to be sent. */
export interface QueuedResponse {
  /** Must not throw. */
  send(): void;
}

/** Responses that are sent together at most, so that none waits long for slow handlers behind it. */
const FULL = 16;

/**
 * Sends the responses of one turn of the event loop one after the other, behind the handlers of all:
 * each write takes the processor deep into the kernel and pushes the application's code and data out
 * of the caches. What that is worth stands in docs/performance.md.
 */
export class ResponseQueue {
  /** Whether others are likely to be ready in the same turn; what is ready is sent at once otherwise. */
  collects = false;
  #responses: QueuedResponse[] = [];

  push(response: QueuedResponse): void {
    if (!this.collects) {
      response.send();
      return;
    }
    const count = this.#responses.push(response);
    // Ticks run when the code at hand has ended, and again when all promises have been served.
    if (count === 1) process.nextTick(this.#send);
    else if (count === FULL) this.#send();
  }

  readonly #send = (): void => {
    const responses = this.#responses;
    this.#responses = [];
    for (const response of responses) response.send();
  };
}
