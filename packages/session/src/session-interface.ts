import { SESSION as SESSION_KEY, type SessionReading } from '@mortise/base/keys';
import { checkRequest } from '@mortise/base/message';
import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import type { FlashInterface } from './flash.js';
import { SessionError } from './session-error.js';

/**
 * The data that a visitor's requests share. Changes are stored when the handler has returned its response or thrown;
 * after that, every change throws `SESSION_COMMITTED`. If the handler throws, the response to the error sets the cookie.
 * If the session could not be loaded and `whenDown` is `'refuse'`, every use throws the store's error, except reading
 * flash messages. A streamed body cannot be the first to read the
 * session, unless the response has `Cache-Control: no-store`, nor flash messages: that throws `SESSION_COMMITTED`.
 *
 * Values must be JSON: `null`, booleans, finite numbers, strings, and lists and plain objects of these. Change a value
 * with `set` or `update`; changes to an object that `get` returned are not stored.
 */
export interface SessionInterface extends SessionReading {
  /** Identifies the session; not the cookie's value. `null` until the session is first stored, and after `destroy`. */
  readonly id: string | null;

  /**
   * When it ends even if it is in use, in milliseconds since 1970: close then what outlives the request, such as a WebSocket.
   * `null` if it was not stored before this request, and after `destroy`.
   */
  readonly endsAt: number | null;

  /**
   * Sets a value. If two concurrent requests set the same key, the one stored last wins.
   *
   * @param value a JSON value; copied
   * @throws {SessionError} `SESSION_VALUE_INVALID` for a value that JSON would lose or change, such as a Date, a Map,
   *   NaN or an instance of a class
   */
  set<T>(key: AttributeKey<T>, value: NoInfer<T>): void;

  /**
   * Computes a value from the current one. With `session`, no concurrent change is lost.
   *
   * @param change called immediately, and again each time the session is about to be stored, so it must depend only on
   *   its argument, and have no other effect. Its argument is `undefined` if the key is absent.
   * @throws {SessionError} `SESSION_VALUE_INVALID`, as for `set`, and if `change` returns `undefined`: to remove a value,
   *   call `delete`
   */
  update<T>(key: AttributeKey<T>, change: (value: T | undefined) => NoInfer<T>): void;

  /** Deletes a value. An absent key is ignored. */
  delete(key: string): void;

  /** Deletes all values; the session and its id stay. */
  clear(): void;

  /** Gives the session a new id, invalidates the old one, and deletes the CSRF secret. Call it at every login. */
  regenerate(): void;

  /** Ends the session for all requests. Call it at logout. Values set afterwards start a new session. */
  destroy(): void;

  /** Undoes all changes of this request, including `regenerate` and `destroy`. Values set afterwards are stored. */
  discard(): void;

  /** Messages for the visitor's next page. */
  readonly flash: FlashInterface;
}

/** The request attribute that contains the session, set by `session` and `cookieSession`. */
export const SESSION = SESSION_KEY as AttributeKey<SessionInterface>;

/**
 * Returns the session of a request.
 *
 * @throws {SessionError} `SESSION_MISSING` if the request passed through neither `session` nor `cookieSession`
 */
export function sessionOf(request: ServerRequestInterface): SessionInterface {
  checkRequest('sessionOf', request, 'getAttribute');
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
 * @throws {SessionError} `SESSION_MISSING`, as for {@link sessionOf}
 */
export function flashOf(request: ServerRequestInterface): FlashInterface {
  return sessionOf(request).flash;
}

/**
 * The session key of the secret that CSRF tokens are derived from or, for one-use tokens, of the unused tokens.
 * `regenerate` deletes it.
 */
export const CSRF_SECRET: AttributeKey<string> = 'mortise.csrf-secret';
