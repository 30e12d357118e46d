import { ensure } from '@mortise/base/options';
import type { MiddlewareInterface } from '@mortise/http-message';
import { AuthError, AuthLayerMissingError } from './auth-error.js';
import { type Authentication, authenticationOf } from './authentication.js';
import { bearerChallenge } from './challenge.js';

/** RFC 6749 3.3. */
const SCOPE = /^[!#-[\]-~]+$/;

/**
 * Returns middleware that requires scopes of the user. Add it inside an authentication layer:
 * `app.post('/books', add).add(requireScope('books:write'))`. A user who lacks one of the scopes gets 403; a request
 * without credentials that an optional layer let pass gets 401.
 *
 * @param scopes the scopes, all of them required; case-sensitive
 * @throws {OptionError} without scopes, or for an invalid one
 * @see RFC 6750 3.1
 */
export function requireScope(...scopes: readonly string[]): MiddlewareInterface {
  ensure(scopes.length > 0, 'requireScope.scopes', scopes, 'at least one scope');
  scopes.forEach((scope, at) => {
    const isScope = typeof scope === 'string' && SCOPE.test(scope);
    ensure(isScope, `requireScope.scopes[${at}]`, scope, 'visible ASCII without spaces, " or \\');
  });
  const layer: MiddlewareInterface & { readonly description: object } = {
    name: 'requireScope',
    description: { responses: { 403: `The credentials need the scope ${scopes.join(' ')}.` } },
    process(request, handler) {
      const error = scopeRefusal(authenticationOf(request, 'requireScope()'), scopes);
      if (error !== null) throw error;
      return handler.handle(request);
    },
  };
  return layer;
}

/** @returns `null` if the user has all scopes */
function scopeRefusal(
  { scheme, realm, challenges, scopes: granted }: Authentication,
  required: readonly string[],
): AuthError | null {
  if (scheme === null) return new AuthError('CREDENTIALS_MISSING', challenges);
  if (granted === null) {
    throw new AuthLayerMissingError(
      'requireScope() found no scopes; set the scopes option of the authentication layer',
    );
  }
  const own = new Set(granted());
  if (required.every((scope) => own.has(scope))) return null;
  // `Basic` has no challenge for a missing scope (RFC 7617).
  const isBearer = scheme === 'bearer';
  const challenge = isBearer ? [bearerChallenge(realm, 'insufficient_scope', required)] : [];
  return new AuthError('SCOPE_INSUFFICIENT', challenge);
}
