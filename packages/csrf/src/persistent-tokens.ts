import { CSRF_SECRET, type SessionInterface } from '@mortise/session';
import { isSecret, isTokenOf, maskedToken, newSecret } from './csrf-token.js';
import type { TokenPool } from './token-pool.js';

/** Creates tokens that stay valid until the next login: one secret per session, with another mask for each token. */
export function persistentTokens(random: (bytes: number) => Uint8Array): TokenPool {
  return {
    isOneUse: false,
    create: (session) => maskedToken(secretOf(session) ?? newSecretOf(session, random), random),
    isValid(session, value) {
      const secret = secretOf(session);
      return secret !== undefined && isTokenOf(secret, value);
    },
    use: () => undefined,
  };
}

/** Returns the stored secret; `undefined` also for tokens stored by one-use tokens. */
function secretOf(session: SessionInterface): string | undefined {
  const stored = session.get(CSRF_SECRET);
  return isSecret(stored) ? stored : undefined;
}

/** Stores a new secret, unless a concurrent request of the same session stores one first. */
function newSecretOf(session: SessionInterface, random: (bytes: number) => Uint8Array): string {
  const made = newSecret(random);
  session.update(CSRF_SECRET, (stored) => (isSecret(stored) ? stored : made));
  return made;
}
