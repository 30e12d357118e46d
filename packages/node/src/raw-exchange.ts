import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyIncomingMessage } from './request/lazy-incoming-message.js';

/** What Node gave for a request. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const EXCHANGE: unique symbol = Symbol('exchange');

/** Kept on the lifetime, which all copies of a request share: a map costs every request more. */
interface KnownLifetime extends RequestLifetimeInterface {
  [EXCHANGE]?: ServerResponse;
}

/** Keeps what Node gave as long as the request lives. */
export function keepRawExchange(lifetime: KnownLifetime, outgoing: ServerResponse): void {
  lifetime[EXCHANGE] = outgoing;
}

/**
 * What Node gave for a request, or for any copy of it.
 *
 * @returns null for a request that no server of this package received
 */
export function rawExchangeOf(request: ServerRequestInterface): RawExchange | null {
  const lifetime: KnownLifetime = request.getLifetime();
  const outgoing = lifetime[EXCHANGE];
  if (outgoing === undefined) return null;
  const { req: incoming } = outgoing;
  if (incoming instanceof LazyIncomingMessage) incoming.unread = false;
  return { incoming, outgoing };
}
