import type { Awaitable } from '@mortise/http-message';
import type { JwkSet } from './jwk-set.js';

/** The source of public keys that change while the application runs: {@link jwks}, or your own. */
export interface JwtKeySource {
  /**
   * Returns the current keys.
   *
   * @returns the same object until the keys change: it identifies them
   * @throws {HttpErrorInterface} such as `JWT_KEYS_UNAVAILABLE`, 503, if there are none; the request fails with it
   */
  getKeys(): Awaitable<JwkSet>;

  /**
   * Called if no known key fits a token, for example after a rotation, or for a forged token: limit how often it loads.
   *
   * @returns newer keys; `known` if there are none
   */
  refresh(known: JwkSet): Awaitable<JwkSet>;
}
