import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import type { SessionInterface } from '@mortise/session';

const ACCEPTED: AttributeKey<Map<SessionInterface, string>> = 'mortise.csrf-accepted';

/**
 * Returns the token with which this request was accepted. A one-use token is used up by the request, not by each layer
 * that checks it, nor by each attempt of a layer that retries the request.
 *
 * @returns `null` if no token was accepted
 */
export function acceptedValue(
  request: ServerRequestInterface,
  session: SessionInterface,
): string | null {
  return request.getLifetime().getValue(ACCEPTED)?.get(session) ?? null;
}

/** Sets the result of {@link acceptedValue}, for all copies of the request. */
export function noteAccepted(
  request: ServerRequestInterface,
  session: SessionInterface,
  value: string,
): void {
  const lifetime = request.getLifetime();
  const known = lifetime.getValue(ACCEPTED) ?? new Map<SessionInterface, string>();
  lifetime.setValue(ACCEPTED, known.set(session, value));
}
