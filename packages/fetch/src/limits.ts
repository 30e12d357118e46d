import { mergedLimits } from '@mortise/base/adapter';
import { invalidOption } from './errors.js';

/** Limits for input from clients. Every limit is on by default; 0 means 0, not "none", except for `bodyMinRate`. */
export interface FetchLimits {
  /** Maximum number of headers of a request; reading more fails with 431. Default 200. */
  readonly headerCount: number;

  /** Maximum characters of the headers together; reading more fails with 431. Default 16 KiB. */
  readonly headerBytes: number;

  /** Maximum characters of the request target, else 414. Default 8,192. */
  readonly targetLength: number;

  /** The maximum number of bytes of a body that is read as a whole; more fail with 413. Default 32 MiB. */
  readonly bodyInMemory: number;

  /** Milliseconds until a body that is read as a whole must be complete, else 408. Default 60,000. */
  readonly bodyTimeout: number;

  /**
   * Milliseconds that a read of a body waits for the next byte, else 408. A body that is read as a whole and whose
   * declared length is at most 15 KiB must be complete by then. Default 15,000.
   */
  readonly bodyIdleTimeout: number;

  /**
   * Bytes per second that must arrive of a body on average, else 408; 0 for no minimum. Only the time in
   * which a read waits for the client counts. Default 1,024.
   */
  readonly bodyMinRate: number;

  /** Milliseconds of waiting for the client after which `bodyMinRate` applies. Default 20,000. */
  readonly bodyMinRateAfter: number;

  /**
   * Milliseconds until a handler must have returned its response, else 503. The time in which a read of
   * the body waits for the client does not count. Default 30,000.
   */
  readonly handlerTimeout: number;
}

/** The default limits. */
export const defaultLimits: FetchLimits = {
  headerCount: 200,
  headerBytes: 16 * 1024,
  targetLength: 8 * 1024,
  bodyInMemory: 32 * 1024 * 1024,
  bodyTimeout: 60_000,
  bodyIdleTimeout: 15_000,
  bodyMinRate: 1_024,
  bodyMinRateAfter: 20_000,
  handlerTimeout: 30_000,
};

/**
 * The resolved limits: those given, and the defaults for the others.
 *
 * @throws {FetchAdapterError} `OPTION_INVALID` for an unknown name, and for a value that is not an integer of at least 0
 */
export function limitsWith(given: Partial<FetchLimits> = {}): FetchLimits {
  return mergedLimits(defaultLimits, given, invalidOption);
}
