import { CSRF_SECRET } from '@mortise/session';
import { CsrfError } from './csrf-error.js';
import { isOneUseToken, newOneUseToken } from './csrf-token.js';
import type { TokenPool } from './token-pool.js';

/**
 * Creates tokens that are valid for one request each. The session stores the unused ones, separated by spaces, under
 * `CSRF_SECRET`, so that a login deletes them.
 *
 * @param limit maximum number of stored tokens; the oldest is dropped
 */
export function oneUseTokens(random: (bytes: number) => Uint8Array, limit: number): TokenPool {
  return {
    isOneUse: true,
    create(session) {
      const token = newOneUseToken(random);
      session.update(CSRF_SECRET, (stored) => [...tokensIn(stored), token].slice(-limit).join(' '));
      return token;
    },
    isValid: (session, value) => isAmong(tokensIn(session.get(CSRF_SECRET)), value),
    use(session, value) {
      session.update(CSRF_SECRET, (stored) => withoutToken(tokensIn(stored), value));
    },
  };
}

/**
 * Removes a used token. It runs again when the session is stored: if two concurrent requests send the same token, the
 * one stored last is refused, and its session changes are dropped.
 */
function withoutToken(tokens: readonly string[], used: string): string {
  if (!tokens.includes(used)) throw CsrfError.refused('CSRF_TOKEN');
  return tokens.filter((token) => token !== used).join(' ');
}

/** Returns the stored tokens; `[]` also for a secret stored by persistent tokens. */
function tokensIn(stored: string | undefined): readonly string[] {
  return stored === undefined ? [] : stored.split(' ').filter(isOneUseToken);
}

/** Whether a value is one of the tokens. The time depends on the number of tokens, but not on where they differ. */
function isAmong(tokens: readonly string[], value: unknown): boolean {
  if (!isOneUseToken(value)) return false;
  let isFound = false;
  for (const token of tokens) isFound = isEqual(token, value) || isFound;
  return isFound;
}

/** Compares in constant time. @param b as long as `a` */
function isEqual(a: string, b: string): boolean {
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
