import type {
  ErrorEvent,
  RequestSource,
  RoutedKey,
  ServerRequestInterface,
} from '@mortise/http-message';

const ROUTED: RoutedKey = 'mortise.routed';

/**
 * Describes the request that an error belongs to.
 *
 * @param request `null` if it could not be made
 */
export function errorEvent(
  phase: ErrorEvent['phase'],
  status: number,
  source: RequestSource,
  request: ServerRequestInterface | null,
): ErrorEvent {
  return {
    request,
    method: source.method,
    target: source.target,
    remoteAddress: addressOf(source),
    route: request?.getLifetime().getValue(ROUTED) ?? null,
    status,
    phase,
  };
}

/** `clientOf` is the application's: it may be what failed. */
function addressOf(source: RequestSource): string | null {
  try {
    return source.remoteAddress;
  } catch {
    return null;
  }
}
