/** A stored value. */
export interface StoredValue {
  /** A copy; `length` 0 for an empty value. */
  readonly value: Uint8Array;

  /** Identifies the write: 12 random characters of base64url, different for every write. */
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
 * Stores bytes under keys, each with a time to live.
 *
 * Each call is atomic. Keys are 1 to 512 bytes of UTF-8 without NUL; no key is special, not even `__proto__`. A time to
 * live is an integer of milliseconds, from 1 to 315,360,000,000 (10 years). Every method treats an expired value as
 * absent.
 *
 * Methods reject instead of throwing:
 *
 * - `STORE_UNAVAILABLE` (`status` 503) if the server fails or does not respond within the store's timeout (1,000 ms by
 *   default), or if the store is closed. The call may have taken effect.
 * - `STORE_KEY_INVALID`, `STORE_TTL_INVALID`, `STORE_STEP_INVALID`, `STORE_VALUE_TOO_LARGE`, `STORE_VALUE_INVALID`
 *   (`status` 500) for arguments outside the limits. Nothing is sent to the server then.
 */
export interface StoreInterface {
  /** Reads a value. @returns `null` if the key is absent */
  get(key: string): Promise<StoredValue | null>;

  /**
   * Replaces the value of a key.
   *
   * @param value copied; text is stored as UTF-8. At most 1 MiB by default.
   * @returns the new version
   */
  set(key: string, value: Uint8Array | string, ttl: number): Promise<string>;

  /**
   * Replaces the value of a key if it has not changed since it was read. Versions are never reused, not even after a
   * key was deleted and written again.
   *
   * @param expected the version that was read; `null` to write only if the key is absent
   * @returns the new version; `null` if the key has another version or is absent, and nothing was written
   */
  compareAndSet(
    key: string,
    expected: string | null,
    value: Uint8Array | string,
    ttl: number,
  ): Promise<string | null>;

  /**
   * Deletes a value, but not a counter.
   *
   * @param expected the version that was read; default: any version
   * @returns whether a value was deleted
   */
  delete(key: string, expected?: string): Promise<boolean>;

  /**
   * Gives a value a new time to live, without changing its version.
   *
   * @returns `false` if the key is absent
   */
  touch(key: string, ttl: number): Promise<boolean>;

  /**
   * Adds to a counter. Counters and values have separate keys: `get` and `delete` do not affect counters.
   *
   * @param by an integer from -2,147,483,647 to 2,147,483,647. A counter never falls below 0. Only a positive number
   *   creates an absent counter; otherwise it stays absent, and the returned value is 0.
   * @param ttl starts with the first increment; later ones do not extend it. Returned as `expiresIn` if the counter
   *   stays absent.
   */
  increment(key: string, by: number, ttl: number): Promise<CounterState>;

  /** Closes the store; later calls reject. It does not close a client that was passed in: its owner must close it. */
  close(): Promise<void>;
}
