import { CSRF_SECRET, type SessionInterface } from '@mortise/session';
import { isSecret, isTokenOf, maskedToken, newSecret } from './csrf-token.js';
import type { TokenPool } from './token-pool.js';

/** Maximum number of secrets in a session: pages that are loaded concurrently before it has one each add theirs. */
const LIMIT = 8;

/** Creates tokens that stay valid until the next login: one secret per session, with another mask for each token. */
export function persistentTokens(random: (bytes: number) => Uint8Array): TokenPool {
  return {
    isOneUse: false,
    create(session) {
      const [secret = newSecretOf(session, random)] = secretsIn(session.get(CSRF_SECRET));
      return maskedToken(secret, random);
    },
    isValid: (session, value) =>
      secretsIn(session.get(CSRF_SECRET)).filter((secret) => isTokenOf(secret, value)).length > 0,
    use: () => undefined,
  };
}

/** Returns the stored secrets, oldest first; an empty list also for tokens stored by one-use tokens. */
function secretsIn(stored: unknown): readonly string[] {
  return typeof stored === 'string' ? stored.split(' ').filter(isSecret) : [];
}

/** Stores a new secret after those that concurrent requests have stored in the meantime: pages contain tokens of each. */
function newSecretOf(session: SessionInterface, random: (bytes: number) => Uint8Array): string {
  const made = newSecret(random);
  session.update(CSRF_SECRET, (stored) => [...secretsIn(stored), made].slice(0, LIMIT).join(' '));
  return made;
}
