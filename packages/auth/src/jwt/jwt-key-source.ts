import type { Awaitable } from '@mortise/http-message';
import type { JwkSet } from './jwk-set.js';

/** Where public keys come from that change while the application runs: {@link jwks}, or your own source. */
export interface JwtKeySource {
  /**
   * Returns the current keys.
   *
   * @returns the same object until the keys change: it identifies them
   * @throws {HttpErrorInterface} such as `JWT_KEYS_UNAVAILABLE`, 503, if there are none; the request fails with it
   */
  getKeys(): Awaitable<JwkSet>;

  /**
   * Called if none of the known keys fits a token, as after a rotation, and for forged tokens: limit how often it loads.
   *
   * @returns newer keys; `known` if there are none
   */
  refresh(known: JwkSet): Awaitable<JwkSet>;
}
