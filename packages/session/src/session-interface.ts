import { SESSION as SESSION_KEY, type SessionReading } from '@mortise/base/keys';
import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import type { FlashInterface } from './flash.js';
import { SessionError } from './session-error.js';

/**
 * The data that a visitor's requests share. Changes are recorded as operations, and stored after the handler has returned
 * its response or thrown; after that, every change throws `SESSION_COMMITTED`. If the session could not be loaded and
 * `whenDown` is `'refuse'`, every use throws the error of the store, except reading flash messages.
 *
 * Values are JSON: `null`, booleans, finite numbers, strings, and lists and plain objects of these. Change a value with
 * `set` or `update`; changes to an object that `get` returned are not stored.
 */
export interface SessionInterface extends SessionReading {
  /** `null` until the session is stored for the first time, and after `destroy`. Not the value of the cookie. */
  readonly id: string | null;

  /**
   * Sets a value. If two concurrent requests set the same key, the one that is stored later wins.
   *
   * @param value copied
   * @throws {SessionError} `SESSION_VALUE_INVALID` for a value that JSON would lose: a Date, a Map, NaN, a class
   */
  set<T>(key: AttributeKey<T>, value: NoInfer<T>): void;

  /**
   * Computes a value from the current one; no concurrent change is lost.
   *
   * @param change called immediately, and again if another request has changed the session in the meantime: it must depend
   *   only on its argument. `undefined` represents an absent key, both as argument and as result.
   * @throws {SessionError} `SESSION_VALUE_INVALID`, like `set`
   */
  update<T>(key: AttributeKey<T>, change: (value: T | undefined) => T | undefined): void;

  delete(key: string): void;

  /** Deletes every key; the session stays. */
  clear(): void;

  /** Gives the session a new id, invalidates the old one, and drops the CSRF secret: call it at every login. */
  regenerate(): void;

  /** Ends the session for all requests: call it at logout. Values set afterwards start a new session. */
  destroy(): void;

  /**
   * Undoes all changes of this request, including `regenerate` and `destroy`, back to the session as loaded. Values set
   * afterwards are stored.
   */
  discard(): void;

  /** Messages for the next page. */
  readonly flash: FlashInterface;
}

/** The session of a request, set by `session` and `cookieSession`. */
export const SESSION = SESSION_KEY as AttributeKey<SessionInterface>;

/**
 * Returns the session of a request.
 *
 * @throws {SessionError} `SESSION_MISSING` if the request passed through neither `session` nor `cookieSession`
 */
export function sessionOf(request: ServerRequestInterface): SessionInterface {
  const session = request.getAttribute(SESSION);
  if (session !== undefined) return session;
  throw new SessionError(
    'SESSION_MISSING',
    'the request has no session; add session({ store }) or cookieSession({ keys }) outside this handler',
  );
}

/**
 * Returns the flash messages of a request: `sessionOf(request).flash`.
 *
 * @throws {SessionError} `SESSION_MISSING`, like {@link sessionOf}
 */
export function flashOf(request: ServerRequestInterface): FlashInterface {
  return sessionOf(request).flash;
}

/** The secret from which CSRF tokens are made, or the unused tokens. `regenerate` never carries it over. */
export const CSRF_SECRET: AttributeKey<string> = 'mortise.csrf-secret';
