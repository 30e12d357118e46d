import type { Awaitable } from '@mortise/http-message';
import type { JwkSet } from './jwk-set.js';

/** A source of public keys that change while the application runs: {@link jwks}, or your own. */
export interface JwtKeySource {
  /**
   * Returns the current keys.
   *
   * @returns the same object until the keys change, because keys are cached by this object
   * @throws {HttpErrorInterface} such as `JWT_KEYS_UNAVAILABLE`, 503, if there are none; the request fails with it
   */
  getKeys(): Awaitable<JwkSet>;

  /**
   * Called if no known key matches a token, for example after a key rotation. A forged token also causes a call, so
   * limit how often keys are loaded.
   *
   * @returns newer keys; `known` if there are none
   */
  refresh(known: JwkSet): Awaitable<JwkSet>;
}
