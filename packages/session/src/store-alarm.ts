import { oncePerMinute } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';

/** An event about sessions. */
export type SessionEvent =
  | {
      /** A request's changes were not stored, because another request has ended or renewed the session. */
      readonly type: 'session-dropped';
      readonly request: ServerRequestInterface;

      /** Set if storing also failed; the client gets the handler's server error. */
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
