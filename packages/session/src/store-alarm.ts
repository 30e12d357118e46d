import type { ServerRequestInterface } from '@mortise/http-message';

/** An event about sessions. */
export type SessionEvent =
  | {
      /** The changes of a request were not stored: another one has ended or renewed the session. */
      readonly type: 'session-dropped';
      readonly request: ServerRequestInterface;

      /** Set if storing failed instead, and the client gets the server error of the handler. */
      readonly error?: unknown;
    }
  | {
      /** The store failed; reported at most once a minute. */
      readonly type: 'store-down';
      readonly request: ServerRequestInterface;
      readonly error: unknown;
    };

const MINUTE = 60_000;

/** Reports that a store is down, at most once a minute. */
export class StoreAlarm {
  #next = -Infinity;
  readonly #onEvent: (event: SessionEvent) => void;
  readonly #now: () => number;

  constructor(onEvent: (event: SessionEvent) => void, now: () => number) {
    this.#onEvent = onEvent;
    this.#now = now;
  }

  ring(request: ServerRequestInterface, error: unknown): void {
    if (this.#now() < this.#next) return;
    this.#next = this.#now() + MINUTE;
    this.#onEvent({ type: 'store-down', request, error });
  }
}
