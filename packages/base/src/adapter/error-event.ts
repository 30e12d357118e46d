import type { ErrorEvent, RequestSource, ServerRequestInterface } from '@mortise/http-message';
import { ROUTED } from '../keys.js';

/** The members of a source that describe the client's request. */
type Facts = Pick<RequestSource, 'method' | 'target' | 'remoteAddress'>;

/**
 * Creates the event that describes an error and its request.
 *
 * @param source `null` if the error does not belong to a request; members that cannot be read become `null`
 * @param request the request; `null` if it could not be created
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

/** Returns a member; `null` if reading it throws: the application can compute it, and that can be what failed. */
function factOf<Name extends keyof Facts>(source: Facts | null, name: Name): Facts[Name] | null {
  try {
    return source?.[name] ?? null;
  } catch {
    return null;
  }
}
