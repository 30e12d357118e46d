import { type SharedLimits, sharedLimits } from '@mortise/base/adapter';
import { options, type Omittable } from '@mortise/base/options';

/** Limits for input from clients. Every limit is on by default; 0 means 0, not "none", except for `bodyMinRate`. */
export interface FetchLimits extends SharedLimits {
  /** Maximum number of headers of a request; reading more fails with 431. Default 200. */
  readonly headerCount: number;

  /** Maximum total characters of the headers; reading more fails with 431. Default 16 KiB. */
  readonly headerBytes: number;

  /**
   * Milliseconds that a read of a body waits for the next byte before it fails with 408. If a body with a declared
   * length of at most 15 KiB is read as a whole, it must be complete by then. Default 15,000.
   */
  readonly bodyIdleTimeout: number;
}

const declared = options<Omittable<FetchLimits>>()('limits', sharedLimits);

/** The default limits. */
export const defaultLimits: FetchLimits = declared({});

/**
 * Returns the given limits, with the defaults for the others.
 *
 * @param path of the limits, for error messages: `'toFetchHandler.limits'`
 * @throws {OptionError} `OPTION_INVALID` for an unknown name, or a value that is not a non-negative integer
 */
export function limitsWith(given: Omittable<FetchLimits> | undefined, path: string): FetchLimits {
  return given === undefined ? defaultLimits : declared(given, path);
}
