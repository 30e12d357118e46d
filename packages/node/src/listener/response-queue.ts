import type { RequestContext } from './request-context.js';

/** A response that is ready to be sent. */
export interface QueuedResponse {
  /** Its request's: sending runs code of the application, such as an iterable body and the cleanups of the lifetime. */
  readonly context: RequestContext;
  /** Must not throw. */
  send(): void;
}

/** Maximum number of responses that are sent together, so that none waits long for slow handlers after it. */
const FULL = 16;

/**
 * Sends the responses of one turn of the event loop one after the other, after all handlers: each write enters
 * the kernel, which evicts the application's code and data from the CPU caches. docs/performance.md has the
 * measurements. A response that is alone is sent at once.
 */
export class ResponseQueue {
  /** Whether more responses are likely to be ready in the same turn; otherwise each is sent immediately. */
  collects = false;
  #responses: QueuedResponse[] = [];

  sendOrCollect(response: QueuedResponse): void {
    if (!this.collects) {
      response.send();
      return;
    }
    const count = this.#responses.push(response);
    // Ticks run after the current code has ended, and again after all promise callbacks.
    if (count === 1) process.nextTick(this.#send);
    else if (count === FULL) this.#send();
  }

  readonly #send = (): void => {
    const responses = this.#responses;
    this.#responses = [];
    for (const response of responses) response.context.runInAsyncScope(sendOne, response);
  };
}

function sendOne(this: QueuedResponse): void {
  this.send();
}
