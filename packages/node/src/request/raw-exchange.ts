import {
  HANDLER_TIMER,
  type HandlerTimer,
  handlerTimer,
  type TimedLifetime,
} from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyIncomingMessage } from './lazy-incoming-message.js';

/** What the server keeps of a request during its lifetime. */
export interface KeptExchange {
  readonly outgoing: ServerResponse;
  /** Passes an error to the option `onError` of the server; never throws. */
  report(error: unknown): void;
  /** Sends `100 Continue` to a client that waits for it (RFC 9110 10.1.1). */
  goOn(): void;
  /** Hands the message to code that may read the body from it. */
  allowDirectReads(message: IncomingMessage): void;
}

/** Node's objects of a request. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly exchange: KeptExchange;
}

/** Keeps Node's objects during the lifetime of the request. */
export function keepRawExchange(
  lifetime: TimedLifetime,
  exchange: KeptExchange & HandlerTimer,
): void {
  lifetime[HANDLER_TIMER] = exchange;
}

/**
 * Returns Node's objects of a request, or of any copy of it.
 *
 * @returns null for a request that no server of this package received
 */
export function rawExchangeOf(request: ServerRequestInterface): RawExchange | null {
  const exchange = handlerTimer(request);
  if (!isKept(exchange)) return null;
  const { outgoing } = exchange;
  const { req: incoming } = outgoing;
  if (incoming instanceof LazyIncomingMessage) incoming.unread = false;
  return { incoming, outgoing, exchange };
}

/** Another adapter has its own timer. */
function isKept(timer: HandlerTimer | undefined): timer is HandlerTimer & KeptExchange {
  return timer !== undefined && 'outgoing' in timer;
}
