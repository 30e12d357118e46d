import type { AttributeKey } from '@mortise/http-message';
import type { FlashInterface } from './flash.js';

/**
 * What a visitor's requests have in common. Changes are recorded as operations, and stored when the handler has
 * returned its response: after that, every change throws `SESSION_COMMITTED`. An error that passes the
 * middleware discards them.
 *
 * Values are what JSON keeps: `null`, booleans, finite numbers, text, lists and plain objects of them.
 * Change a value by `set` or `update`; a change of an object that `get` returned is not stored.
 */
export interface SessionInterface {
  /** `null` until the session is stored for the first time, and after `destroy`. Not the value of the cookie. */
  readonly id: string | null;

  /** @returns `undefined` if the key is absent */
  get<T>(key: AttributeKey<T>): T | undefined;

  /**
   * Sets a value. If two requests set one key at a time, the one that is stored later wins.
   *
   * @param value copied
   * @throws {SessionError} `SESSION_VALUE_INVALID` for what JSON would lose: a Date, a Map, NaN, a class
   */
  set<T>(key: AttributeKey<T>, value: NoInfer<T>): void;

  /**
   * Computes a value from the current one; no concurrent change is lost.
   *
   * @param change called immediately, and again when another request has changed the session in the meantime:
   *   it must depend on its argument alone. `undefined` stands for an absent key, in and out.
   * @throws {SessionError} `SESSION_VALUE_INVALID`, as `set`
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

  /** Ends the session for all requests: call it at logout. What is set after it begins a new session. */
  destroy(): void;

  /** Messages for the next page. */
  readonly flash: FlashInterface;
}

/** The session of a request, set by `session` and `cookieSession`. */
export const SESSION: AttributeKey<SessionInterface> = 'mortise.session';

/** The secret from which CSRF tokens are made. `regenerate` never carries it over. */
export const CSRF_SECRET: AttributeKey<string> = 'mortise.csrf-secret';
