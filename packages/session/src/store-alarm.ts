import { oncePerMinute } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';

/** An event that `session` passes to `onEvent`. */
export type SessionEvent =
  | {
      /** A request's changes were not stored: another request has ended or renewed the session, or storing failed. */
      readonly type: 'session-dropped';
      readonly request: ServerRequestInterface;

      /** Why storing failed; the client gets the handler's server error. Absent if another request was the cause. */
      readonly error?: unknown;
    }
  | {
      /** The store failed; reported at most once a minute. */
      readonly type: 'store-down';
      readonly request: ServerRequestInterface;
      readonly error: unknown;
    };

/** Reports that a store is down, at most once a minute. */
export class StoreAlarm {
  readonly #onEvent: (event: SessionEvent) => void;
  readonly #isDue: () => boolean;

  constructor(onEvent: (event: SessionEvent) => void, now: () => number) {
    this.#onEvent = onEvent;
    this.#isDue = oncePerMinute(now);
  }

  ring(request: ServerRequestInterface, error: unknown): void {
    if (this.#isDue()) this.#onEvent({ type: 'store-down', request, error });
  }
}
