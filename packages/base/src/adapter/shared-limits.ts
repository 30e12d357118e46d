import type { AttributeKey } from '@mortise/http-message';
import { integer, or } from '../options/index.js';

/** A value of the lifetime: maximum bytes of a body of unknown size that code reads from the connection. */
export const MOST_BODY_BYTES: AttributeKey<number> = 'mortise.most-body-bytes';

/** The limits for clients that all adapters share. Every limit is on by default. */
export interface SharedLimits {
  /** Maximum number of headers in a request; more get a 431. Default 200. */
  readonly headerCount: number;

  /** Maximum total bytes of the headers in a request; more get a 431. Default 16 KiB. */
  readonly headerBytes: number;

  /** Maximum length of the request target in characters; a longer one gets a 414. Default 8,192. */
  readonly targetLength: number;

  /** Maximum bytes of a body that is read as a whole; a larger one gets a 413. Default 32 MiB. */
  readonly bodyInMemory: number;

  /** Milliseconds within which a body that is read as a whole must arrive; a later one gets a 408. Default 60,000. */
  readonly bodyTimeout: number;

  /** Milliseconds that a read of a body waits for the next byte before the request gets a 408. Default 15,000. */
  readonly bodyIdleTimeout: number;

  /**
   * Minimum average bytes per second of a body, 0 for no minimum; a slower one gets a 408. Only time spent waiting for
   * the client counts. Default 1,024.
   */
  readonly bodyMinRate: number;

  /** Milliseconds of waiting for the client after which `bodyMinRate` applies. Default 20,000. */
  readonly bodyMinRateAfter: number;

  /**
   * Milliseconds within which a handler must return its response; otherwise the client gets a 503. Time spent waiting
   * for the client's body does not count. Default 30,000.
   */
  readonly handlerTimeout: number;
}

const bytes = integer(0, undefined, 'bytes');
const milliseconds = integer(0, undefined, 'milliseconds');

/** The rules of {@link SharedLimits} with their defaults, for declaring an adapter's limits. */
export const sharedLimits = {
  headerCount: or(integer(0), 200),
  headerBytes: or(bytes, 16 * 1024),
  targetLength: or(integer(0), 8 * 1024),
  bodyInMemory: or(bytes, 32 * 1024 * 1024),
  bodyTimeout: or(milliseconds, 60_000),
  bodyIdleTimeout: or(milliseconds, 15_000),
  bodyMinRate: or(integer(0, undefined, 'bytes per second'), 1_024),
  bodyMinRateAfter: or(milliseconds, 20_000),
  handlerTimeout: or(milliseconds, 30_000),
};
