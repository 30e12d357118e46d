import type { ErrorEvent, ServerRequestInterface } from '@mortise/http-message';
import type { FetchLimits } from './limits.js';
import type { FetchRequestSource } from './request/request-source.js';
import type { Timeouts } from './timeouts.js';

/** What an exchange needs from its adapter. */
export interface ExchangeHost {
  readonly limits: FetchLimits;
  readonly timeouts: Timeouts;
  /** Keeps the platform running until cleanups have finished, if it has a means for that. */
  readonly waitUntil?:
    | ((cleanedUp: Promise<void>, ...platform: readonly unknown[]) => void)
    | undefined;
  /** Creates the request; its errors get a response. */
  receive(source: FetchRequestSource, platform: readonly unknown[]): ServerRequestInterface;
  /** Calls `onError`; never throws. */
  report(error: unknown, event: ErrorEvent): void;
}
