import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyIncomingMessage } from './lazy-incoming-message.js';

/** What the server keeps of a request during its lifetime. */
export interface KeptExchange {
  readonly outgoing: ServerResponse;
  /** Passes an error to the application's `onError`; never throws. */
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

const EXCHANGE: unique symbol = Symbol('exchange');

/** Stored on the lifetime, which all copies of a request share: a map would cost every request more. */
interface KnownLifetime extends RequestLifetimeInterface {
  [EXCHANGE]?: KeptExchange;
}

/** Keeps Node's objects during the lifetime of the request. */
export function keepRawExchange(lifetime: KnownLifetime, exchange: KeptExchange): void {
  lifetime[EXCHANGE] = exchange;
}

/**
 * Returns Node's objects of a request, or of any copy of it.
 *
 * @returns null for a request that no server of this package received
 */
export function rawExchangeOf(request: ServerRequestInterface): RawExchange | null {
  const lifetime: KnownLifetime = request.getLifetime();
  const exchange = lifetime[EXCHANGE];
  if (exchange === undefined) return null;
  const { outgoing } = exchange;
  const { req: incoming } = outgoing;
  if (incoming instanceof LazyIncomingMessage) incoming.unread = false;
  return { incoming, outgoing, exchange };
}
