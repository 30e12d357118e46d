import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import type { SessionInterface } from '@mortise/session';

const ACCEPTED: AttributeKey<Map<SessionInterface, string>> = 'mortise.csrf-accepted';

/**
 * Returns the token that this request was accepted with: a token for one use is used up by a request, not by each layer that
 * checks it, or by each attempt of a layer that repeats a request.
 *
 * @returns `null` if none was accepted
 */
export function acceptedValue(
  request: ServerRequestInterface,
  session: SessionInterface,
): string | null {
  return request.getLifetime().getValue(ACCEPTED)?.get(session) ?? null;
}

/** Sets what {@link acceptedValue} returns, for all copies of the request. */
export function noteAccepted(
  request: ServerRequestInterface,
  session: SessionInterface,
  value: string,
): void {
  const lifetime = request.getLifetime();
  const known = lifetime.getValue(ACCEPTED) ?? new Map<SessionInterface, string>();
  lifetime.setValue(ACCEPTED, known.set(session, value));
}
