import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';

/** What Node gave for a request. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Null until somebody wants to ask: keeping costs every request a little. */
let kept: WeakMap<RequestLifetimeInterface, RawExchange> | null = null;

/** From now on {@link rawExchangeOf} finds what Node gave for a request. */
export function keepRawExchanges(): void {
  kept ??= new WeakMap();
}

/** Keeps what Node gave as long as the request lives, if anybody wants it. */
export function keepRawExchange(
  lifetime: RequestLifetimeInterface,
  outgoing: ServerResponse,
): void {
  kept?.set(lifetime, { incoming: outgoing.req, outgoing });
}

/**
 * What Node gave for a request, or for any copy of it.
 *
 * @returns undefined for a request that no server of this package received, or received before
 *   {@link keepRawExchanges}
 */
export function rawExchangeOf(request: ServerRequestInterface): RawExchange | undefined {
  return kept?.get(request.getLifetime());
}
