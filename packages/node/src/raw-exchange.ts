import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyIncomingMessage } from './request/lazy-incoming-message.js';

/** What the server keeps of a request while it lives. */
export interface KeptExchange {
  readonly outgoing: ServerResponse;
  /** Passes an error to the application's `onError`; never throws. */
  report(error: unknown): void;
  /** Tells a client that waits for it to send the body (RFC 9110 10.1.1). */
  goOn(): void;
  /** Hands the message to code that may read the body from it. */
  allowDirectReads(message: IncomingMessage): void;
}

/** What Node gave for a request. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly exchange: KeptExchange;
}

const EXCHANGE: unique symbol = Symbol('exchange');

/** Kept on the lifetime, which all copies of a request share: a map costs every request more. */
interface KnownLifetime extends RequestLifetimeInterface {
  [EXCHANGE]?: KeptExchange;
}

/** Keeps what Node gave as long as the request lives. */
export function keepRawExchange(lifetime: KnownLifetime, exchange: KeptExchange): void {
  lifetime[EXCHANGE] = exchange;
}

/**
 * What Node gave for a request, or for any copy of it.
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
