import { type SharedLimits, sharedLimits } from '@mortise/base/adapter';
import { options } from '@mortise/base/options';

/** Limits for input from clients. Every limit is on by default; 0 means 0, not "none", except for `bodyMinRate`. */
export interface FetchLimits extends SharedLimits {
  /** Maximum number of headers of a request; reading more fails with 431. Default 200. */
  readonly headerCount: number;

  /** Maximum total characters of the headers; reading more fails with 431. Default 16 KiB. */
  readonly headerBytes: number;

  /**
   * Milliseconds that a read of a body waits for the next byte, else 408. A body that is read as a whole and whose
   * declared length is at most 15 KiB must be complete by then. Default 15,000.
   */
  readonly bodyIdleTimeout: number;
}

const declared = options<Partial<FetchLimits>>()('limits', sharedLimits);

/** The default limits. */
export const defaultLimits: FetchLimits = declared({});

/**
 * The resolved limits: those given, and the defaults for the others.
 *
 * @param path of the limits, for errors: `'toFetchHandler.limits'`
 * @throws {OptionError} `OPTION_INVALID` for an unknown name, and for a value that is not an integer of at least 0
 */
export function limitsWith(given: Partial<FetchLimits> | undefined, path: string): FetchLimits {
  return given === undefined ? defaultLimits : declared(given, path);
}
