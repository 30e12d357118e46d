import { checkRequest } from '@mortise/base/message';
import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { AuthError, AuthLayerMissingError } from './auth-error.js';

/**
 * The default attribute for the user. The user's type is `unknown`: for a typed user, declare your own key, such as
 * `const USER: AttributeKey<User> = 'app.user'`, and pass it as the `user` option of the layer.
 */
export const USER: AttributeKey<unknown> = 'mortise.user';

/** What a layer knows about an authenticated request besides its user. */
export interface Authentication {
  /** `null` for a request without credentials that an optional layer let pass. */
  readonly scheme: 'basic' | 'bearer' | null;
  readonly realm: string | null;

  /** The layer's challenges, for a 401 of an inner layer or a handler. */
  readonly challenges: readonly string[];

  /** `null` if the layer has no scopes. */
  readonly scopes: (() => readonly string[]) | null;
}

/** The attribute that every authentication layer sets for inner layers. */
export const AUTHENTICATION: AttributeKey<Authentication> = 'mortise.authentication';

/**
 * Returns the user of a request that has passed an authentication layer.
 *
 * @param key the `user` option of the layer; default {@link USER}
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
  checkRequest('userOf', request, 'getAttribute');
  const user = request.getAttribute(key);
  if (user !== undefined) return user;
  const { scheme, challenges } = authenticationOf(request, 'userOf()');
  if (scheme === null) throw new AuthError('CREDENTIALS_MISSING', challenges);
  throw new AuthLayerMissingError(
    `userOf() found no attribute "${key}"; pass the key set by the layer's user option`,
  );
}

/** @param caller the name of the calling function, for the error message */
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
