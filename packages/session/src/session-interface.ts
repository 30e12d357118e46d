import type { AttributeKey } from '@mortise/http-message';
import type { FlashInterface } from './flash.js';

/**
 * The data that a visitor's requests share. Changes are recorded as operations, and stored after the handler has
 * returned its response: then every further change throws `SESSION_COMMITTED`. An error that passes the
 * middleware discards them.
 *
 * Values are JSON: `null`, booleans, finite numbers, text, lists and plain objects of them.
 * Change a value with `set` or `update`; changes to an object that `get` returned are not stored.
 */
export interface SessionInterface {
  /** `null` until the session is stored for the first time, and after `destroy`. Not the value of the cookie. */
  readonly id: string | null;

  /** @returns `undefined` if the key is absent */
  get<T>(key: AttributeKey<T>): T | undefined;

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
   * @param change called immediately, and again if another request has changed the session in the meantime:
   *   it must depend only on its argument. `undefined` represents an absent key, as argument and as result.
   * @throws {SessionError} `SESSION_VALUE_INVALID`, like `set`
   */
  update<T>(key: AttributeKey<T>, change: (value: T | undefined) => T | undefined): void;

  delete(key: string): void;

  /** Deletes every key; the session stays. */
  clear(): void;

  /**
   * Gives the session a new id, which invalidates the old one, and drops its CSRF secret: call it at every
   * login.
   */
  regenerate(): void;

  /** Ends the session for all requests: call it at logout. Values that are set afterwards start a new session. */
  destroy(): void;

  /** Messages for the next page. */
  readonly flash: FlashInterface;
}

/** The session of a request, set by `session` and `cookieSession`. */
export const SESSION: AttributeKey<SessionInterface> = 'mortise.session';

/** The secret from which CSRF tokens are made, or the unused tokens. `regenerate` never carries it over. */
export const CSRF_SECRET: AttributeKey<string> = 'mortise.csrf-secret';
