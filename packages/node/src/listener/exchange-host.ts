import type { Awaitable, ErrorEvent } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { Deadlines } from '../deadlines.js';
import type { ServerLimits } from '../limits.js';
import type { ResponseQueue } from './response-queue.js';
import type { LingeringClose } from '../connection/lingering-close.js';

/** A wait that can take too long. */
export interface Expirable {
  expire(): void;
}

/** What an exchange needs of the server that it belongs to. */
export interface ExchangeHost {
  readonly limits: ServerLimits;
  /** The exchanges whose handler has not answered yet. */
  readonly handling: Deadlines<Expirable>;
  /** Whether the server is closing, and connections with it. */
  readonly closing: boolean;
  /** Where responses wait for each other. */
  readonly queue: ResponseQueue;
  /** How connections are closed whose client is still sending. */
  readonly lingering: LingeringClose;
  /** Discards the rest of a body that no one read, so that the client gets to read the response. */
  drain(incoming: IncomingMessage): void;
  /**
   * Ends a lifetime; its cleanups' failures are reported.
   *
   * @param eventOf describes the request, if a cleanup fails
   */
  settle(end: () => Awaitable<void>, eventOf: () => ErrorEvent): void;
  /** Calls `onError`; never throws. */
  report(error: unknown, event: ErrorEvent): void;
}
