import type { RequestLifetimeInterface } from '@mortise/http-message';
import { type KeptContext, keptContext } from './request-context.js';

/** The running requests of a handler whose host says when it begins to close, so that event streams can end. */
export class OpenRequests {
  readonly #closing: AbortSignal;
  readonly #open = new Map<RequestLifetimeInterface, KeptContext>();

  /** @param closing aborts when the host begins to close */
  constructor(closing: AbortSignal) {
    this.#closing = closing;
    closing.addEventListener('abort', () => {
      for (const [lifetime, context] of this.#open)
        context.runInAsyncScope(() => {
          lifetime.beginClosing(closing.reason);
        }, undefined);
    });
  }

  add(lifetime: RequestLifetimeInterface): void {
    if (this.#closing.aborted) lifetime.beginClosing(this.#closing.reason);
    else this.#open.set(lifetime, keptContext());
  }

  delete(lifetime: RequestLifetimeInterface): void {
    this.#open.delete(lifetime);
  }
}
