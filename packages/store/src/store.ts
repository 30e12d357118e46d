/** A stored value. */
export interface StoredValue {
  /** A copy; `length` 0 for an empty value. */
  readonly value: Uint8Array;

  /** Changes with every write: 12 characters of base64url, created at random by the writer. */
  readonly version: string;
}

/** A counter after an increment. */
export interface CounterState {
  /** An integer of at least 0. */
  readonly value: number;

  /** Milliseconds until the counter expires; at least 0. */
  readonly expiresIn: number;
}

/**
 * Bytes under keys, each with a time to live.
 *
 * One call is one atomic step on the server. Keys are 1 to 512 bytes of UTF-8 without NUL, and no
 * such key is special (not even `__proto__`). Times to live are in milliseconds, an integer from 1
 * to 315,360,000,000 (10 years). An expired value is absent for every method.
 *
 * Every method rejects, and never throws:
 *
 * - `STORE_UNAVAILABLE` (`status` 503) if the server does not respond within the store's timeout
 *   (1,000 ms by default), fails, or the store is closed. The step can have taken effect.
 * - `STORE_KEY_INVALID`, `STORE_TTL_INVALID`, `STORE_STEP_INVALID`, `STORE_VALUE_TOO_LARGE`,
 *   `STORE_VALUE_INVALID` (`status` 500) for arguments outside the limits; nothing is sent to the
 *   server then.
 */
export interface StoreInterface {
  /** @returns `null` if the key is absent */
  get(key: string): Promise<StoredValue | null>;

  /**
   * Replaces the value of a key.
   *
   * @param value copied; text is stored as UTF-8. At most 1 MiB by default.
   * @returns the new version
   */
  set(key: string, value: Uint8Array | string, ttl: number): Promise<string>;

  /**
   * Replaces the value of a key if it has not changed since it was read. A key that was deleted and
   * written again never has an old version.
   *
   * @param expected the version that was read; `null`: only if the key is absent
   * @returns the new version; `null` if the key has another version, and nothing changed
   */
  compareAndSet(
    key: string,
    expected: string | null,
    value: Uint8Array | string,
    ttl: number,
  ): Promise<string | null>;

  /**
   * @param expected the version that was read; default: any
   * @returns whether a value was deleted
   */
  delete(key: string, expected?: string): Promise<boolean>;

  /**
   * Gives a value a new time to live, and keeps its version.
   *
   * @returns false if the key is absent
   */
  touch(key: string, ttl: number): Promise<boolean>;

  /**
   * Adds to a counter. Counters and values have separate keys: `get` and `delete` do not affect counters.
   *
   * @param by an integer from -2,147,483,647 to 2,147,483,647. A counter never falls below 0. Only a positive
   *   number creates an absent counter; with 0 or less it stays absent, and its value is 0.
   * @param ttl counts from the first increment: later ones do not extend the counter. Returned as
   *   `expiresIn` for an absent counter.
   */
  increment(key: string, by: number, ttl: number): Promise<CounterState>;

  /**
   * Closes the store; later calls reject. A client that was passed in is not closed: its owner must close
   * it.
   */
  close(): Promise<void>;
}
