import type { ErrorEvent, RequestSource, ServerRequestInterface } from '@mortise/http-message';
import { ROUTED } from '../keys.js';

/** The part of the event that describes the client's request. */
type Facts = Pick<RequestSource, 'method' | 'target' | 'remoteAddress'>;

/**
 * Describes the request that an error belongs to.
 *
 * @param source `null` for an error that belongs to no request
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
    method: source?.method ?? null,
    target: source?.target ?? null,
    remoteAddress: addressOf(source),
    route: request?.getLifetime().getValue(ROUTED) ?? null,
    status,
    phase,
  };
}

/** The application can compute the address: that can be what failed. */
function addressOf(source: Facts | null): string | null {
  try {
    return source?.remoteAddress ?? null;
  } catch {
    return null;
  }
}
