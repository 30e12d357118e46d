import type { Deadlines } from '../deadlines.js';
import type { ServerLimits } from '../server-limits.js';
import type { ResponseQueue } from './response-queue.js';
import type { LingeringClose } from '../connection/lingering-close.js';
import type { ErrorReports } from './error-reports.js';

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
  /** Closes connections whose client is still sending, and discards what it sends. */
  readonly lingering: LingeringClose;
  readonly errors: ErrorReports;
}
