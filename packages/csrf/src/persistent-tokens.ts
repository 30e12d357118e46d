import { CSRF_SECRET, type SessionInterface } from '@mortise/session';
import { isSecret, isTokenOf, maskedToken, newSecret } from './csrf-token.js';
import type { TokenPool } from './token-pool.js';

/** Tokens that stay valid until the next login: one secret per session, with another mask each time. */
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

/** `undefined` also for the tokens that a session has from another mode. */
function secretOf(session: SessionInterface): string | undefined {
  const stored = session.get(CSRF_SECRET);
  return isSecret(stored) ? stored : undefined;
}

/** Two pages that need the first token of a session at the same time use the secret that is stored first. */
function newSecretOf(session: SessionInterface, random: (bytes: number) => Uint8Array): string {
  const made = newSecret(random);
  session.update(CSRF_SECRET, (stored) => (isSecret(stored) ? stored : made));
  return made;
}
