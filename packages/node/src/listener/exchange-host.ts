import type { Awaitable, ErrorEvent } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { Deadlines } from '../deadlines.js';
import type { ServerLimits } from '../limits.js';
import type { ResponseQueue } from './response-queue.js';
import type { LingeringClose } from '../connection/lingering-close.js';

/** An entry of {@link Deadlines} that can expire. */
export interface Expirable {
  expire(): void;
}

/** What an exchange needs from its server. */
export interface ExchangeHost {
  readonly limits: ServerLimits;
  /** The exchanges whose handler has not responded yet. */
  readonly handling: Deadlines<Expirable>;
  /** Whether the server is closing, and connections with it. */
  readonly closing: boolean;
  /** The queue in which responses wait for each other. */
  readonly queue: ResponseQueue;
  /** Closes connections whose client is still sending. */
  readonly lingering: LingeringClose;
  /** Discards the unread rest of a body, so that the client can read the response. */
  drain(incoming: IncomingMessage): void;
  /**
   * Ends a lifetime and reports failures of its cleanups.
   *
   * @param eventOf describes the request, if a cleanup fails
   */
  settle(end: () => Awaitable<void>, eventOf: () => ErrorEvent): void;
  /** Calls `onError`; never throws. */
  report(error: unknown, event: ErrorEvent): void;
}
