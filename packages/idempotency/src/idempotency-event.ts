import { oncePerMinute } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Why a response was not kept. `too-large`: it exceeds `maxBytes` or the limit of the store. `incomplete`: its stream
 * failed, did not have the declared length, or was not read to its end by the client. `informational`: its status is
 * below 200.
 */
export type NotKeptReason = 'incomplete' | 'informational' | 'too-large';

/** An event that `idempotency` passes to `onEvent`. */
export type IdempotencyEvent =
  | {
      /** The store failed; reported at most once a minute. */
      readonly type: 'store-down';
      readonly request: ServerRequestInterface;
      readonly error: unknown;
    }
  | {
      /** The handler has run and the client gets its response, but later requests with the same key get an error. */
      readonly type: 'not-kept';
      readonly request: ServerRequestInterface;
      readonly reason: NotKeptReason;
    }
  | {
      /** The first request with this key has no response: its process ended, or its `handlerTimeout` expired. */
      readonly type: 'claim-lost';
      readonly request: ServerRequestInterface;
    }
  | {
      /** The stored value was damaged, or written by another version; the request gets 409. */
      readonly type: 'record-unreadable';
      readonly request: ServerRequestInterface;
    };

/** Reports events; `store-down` at most once a minute. */
export class IdempotencyEvents {
  readonly report: (event: IdempotencyEvent) => void;
  readonly #isDue: () => boolean;

  constructor(report: (event: IdempotencyEvent) => void, now: () => number) {
    this.report = report;
    this.#isDue = oncePerMinute(now);
  }

  storeDown(request: ServerRequestInterface, error: unknown): void {
    if (this.#isDue()) this.report({ type: 'store-down', request, error });
  }
}
