import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { AuthError, AuthLayerMissingError } from './auth-error.js';

/**
 * The attribute of the user, unless a layer sets another with its `user` option. Its type is unknown: to type it, declare
 * your own key, `const USER: AttributeKey<User> = 'user'`.
 */
export const USER: AttributeKey<unknown> = 'mortise.user';

/** What a layer found out about a request besides the user, for `requireScope`. */
export interface Authentication {
  /** `null` for a request without credentials, which an optional layer passed. */
  readonly scheme: 'basic' | 'bearer' | null;
  readonly realm: string | null;

  /** Those of the layer: of a 401 that an inner layer or a handler responds with. */
  readonly challenges: readonly string[];

  /** `null` if the layer has no scopes. */
  readonly scopes: (() => readonly string[]) | null;
}

/** Set for inner layers by every layer of this package. */
export const AUTHENTICATION: AttributeKey<Authentication> = 'mortise.authentication';

/**
 * Returns the user of a request, inside a layer that authenticates.
 *
 * @param key the `user` option of that layer; default {@link USER}
 * @throws {AuthError} `CREDENTIALS_MISSING`, a 401, if the layer is optional and the request has no credentials
 * @throws {AuthLayerMissingError} 500, if no layer has set the attribute
 */
export function userOf(request: Pick<ServerRequestInterface, 'getAttribute'>): unknown;
export function userOf<U>(
  request: Pick<ServerRequestInterface, 'getAttribute'>,
  key: AttributeKey<U>,
): U;
export function userOf(
  request: Pick<ServerRequestInterface, 'getAttribute'>,
  key: AttributeKey<unknown> = USER,
): unknown {
  const user = request.getAttribute(key);
  if (user !== undefined) return user;
  const { scheme, challenges } = authenticationOf(request, 'userOf()');
  if (scheme === null) throw new AuthError('CREDENTIALS_MISSING', challenges);
  throw new AuthLayerMissingError(
    `userOf() found no attribute "${key}"; pass the key set by the user option of the layer`,
  );
}

/** @param caller names the function in the error */
export function authenticationOf(
  request: Pick<ServerRequestInterface, 'getAttribute'>,
  caller: string,
): Authentication {
  const found = request.getAttribute(AUTHENTICATION);
  if (found !== undefined) return found;
  throw new AuthLayerMissingError(
    `${caller} found no authentication; add a layer such as bearerAuth() around the route`,
  );
}
