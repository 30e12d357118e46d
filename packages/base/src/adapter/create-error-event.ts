import type { ErrorEvent, RequestSource, ServerRequestInterface } from '@mortise/http-message';
import { ROUTED } from '../keys.js';

/** The part of the event that describes the client's request. */
type Facts = Pick<RequestSource, 'method' | 'target' | 'remoteAddress'>;

/**
 * Describes the request that an error belongs to.
 *
 * @param source `null` for an error that belongs to no request; what cannot be read of it is `null`
 * @param request `null` if it could not be created
 */
export function errorEvent(
  phase: ErrorEvent['phase'],
  status: number,
  source: Facts | null,
  request: ServerRequestInterface | null = null,
): ErrorEvent {
  return {
    request,
    method: factOf(source, 'method'),
    target: factOf(source, 'target'),
    remoteAddress: factOf(source, 'remoteAddress'),
    route: request?.getLifetime().getValue(ROUTED) ?? null,
    status,
    phase,
  };
}

/** The application can compute a fact, such as the address: that can be what failed. */
function factOf<Name extends keyof Facts>(source: Facts | null, name: Name): Facts[Name] | null {
  try {
    return source?.[name] ?? null;
  } catch {
    return null;
  }
}
