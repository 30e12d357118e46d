/** A limit on the requests of a client in a time window. */
export interface RateLimitPolicy {
  /** 1 to 64 letters, digits, `.`, `_` and `-`; visible to clients. */
  readonly name: string;

  /** Maximum total cost of the requests in one window: an integer of at least 1. */
  readonly limit: number;

  /** The length of a window: an integer of seconds, from 1 to a year. */
  readonly window: number;

  /**
   * How windows are counted. `'sliding'` (default) also counts the part of the previous window that is within the last
   * `window` seconds. `'fixed'` restarts at 0, so up to twice the limit can pass around a boundary, but it needs half
   * the store calls. `Retry-After` is at most `window` with `'fixed'`, and nearly twice that with `'sliding'`.
   */
  readonly kind?: 'sliding' | 'fixed' | undefined;
}
