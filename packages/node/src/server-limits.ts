import { type SharedLimits, sharedLimits } from '@mortise/base/adapter';
import {
  integer,
  LONGEST_TIMER,
  OptionError,
  options,
  or,
  type Omittable,
} from '@mortise/base/options';
import { milliseconds } from './milliseconds.js';

/**
 * Limits on what a server accepts from its clients. Every limit is on by default; 0 means 0, not "none", except for
 * `bodyMinRate`.
 */
export interface ServerLimits extends SharedLimits {
  /**
   * Maximum bytes of the request target and all headers, including a target that arrives in pieces, else 431; over
   * HTTP/2, the size that they would have in HTTP/1.1. Default 16 KiB.
   */
  readonly headerBytes: number;

  /** Milliseconds within which the headers of a request must arrive, else 408. Default 10,000. */
  readonly headersTimeout: number;

  /** Milliseconds within which a whole request must arrive, including a streamed body, else 408. Default 300,000. */
  readonly requestTimeout: number;

  /**
   * Milliseconds after which a client that makes no progress reading a response is disconnected; over HTTP/2, its
   * stream is reset. Default 60,000.
   */
  readonly writeTimeout: number;

  /**
   * Milliseconds after which an idle connection is closed. Default 5,000; 72,000 for a peer in `trustProxy`, because
   * most load balancers keep connections for 60 s and must close them first.
   */
  readonly keepAliveTimeout: number;

  /**
   * Maximum number of requests on one connection, which is then closed (`Connection: close`, GOAWAY); 0 is treated as
   * 1. Over HTTP/2, requests that the client sent before it learned of the limit are still handled. Default 1,000.
   */
  readonly requestsPerSocket: number;

  /**
   * Maximum number of pipelined requests that are handled concurrently on one HTTP/1.1 connection; others wait, and
   * nothing more is read. The first is always handled. Default 16.
   */
  readonly pipelinedRequests: number;

  /**
   * Maximum response bytes buffered on one HTTP/1.1 connection; beyond that, its next pipelined request waits. A
   * response that has begun is finished. Default 1 MiB.
   */
  readonly unsentBytes: number;

  /** Maximum number of concurrent requests on one HTTP/2 connection; others are refused. Default 100. */
  readonly streamsPerConnection: number;

  /**
   * Maximum number of streams that a client can reset on one HTTP/2 connection within 10 s; more close the connection,
   * with GOAWAY. Default 200.
   */
  readonly streamResets: number;

  /**
   * Maximum number of streams reset on one HTTP/2 connection because the client violated the protocol; more close the
   * connection. Default 10.
   */
  readonly streamErrors: number;

  /** Maximum number of connections; others are closed immediately. Default 10,000. */
  readonly connections: number;

  /** Milliseconds between checks of the timeouts; a timeout is late by at most this time. Default 1,000. */
  readonly checkInterval: number;
}

const declared = options<Omittable<ServerLimits>>()('limits', {
  ...sharedLimits,
  headersTimeout: or(milliseconds, 10_000),
  requestTimeout: or(milliseconds, 300_000),
  writeTimeout: or(milliseconds, 60_000),
  keepAliveTimeout: or(milliseconds, 5_000),
  requestsPerSocket: or(integer(0), 1_000),
  pipelinedRequests: or(integer(0), 16),
  unsentBytes: or(integer(0, undefined, 'bytes'), 1024 * 1024),
  streamsPerConnection: or(integer(0), 100),
  streamResets: or(integer(0), 200),
  streamErrors: or(integer(0), 10),
  connections: or(integer(0), 10_000),
  checkInterval: or(milliseconds, 1_000),
});

/** The defaults of all limits. */
export const defaultLimits: ServerLimits = declared({});

/**
 * Merges the given limits with the defaults. `headersTimeout` cannot exceed `requestTimeout`: if only one of them is
 * given, the other is adjusted.
 *
 * @param path of the limits, for error messages: `'serve.limits'`
 * @throws {OptionError} `OPTION_INVALID` for an unknown name, a value that is not a non-negative integer, or a
 *   `headersTimeout` that exceeds a given `requestTimeout`
 */
export function limitsWith(given: Omittable<ServerLimits> = {}, path = 'limits'): ServerLimits {
  const limits = { ...declared(given, path) };
  for (const name of Object.keys(limits) as (keyof ServerLimits)[]) {
    // 0 would disable Node's timeout.
    if (isTime(name)) limits[name] = Math.min(Math.max(1, limits[name]), LONGEST_TIMER);
  }
  const { headersTimeout, requestTimeout } = limits;
  if (headersTimeout <= requestTimeout) return limits;
  if (given.headersTimeout === undefined) limits.headersTimeout = requestTimeout;
  else if (given.requestTimeout === undefined) limits.requestTimeout = headersTimeout;
  else {
    const most = `at most ${path}.requestTimeout, ${requestTimeout}`;
    throw new OptionError(`${path}.headersTimeout`, headersTimeout, most);
  }
  return limits;
}

function isTime(name: string): boolean {
  return name.endsWith('Timeout') || name === 'checkInterval';
}

/** Checks limits, but returns them without defaults: `keepAliveOf` depends on whether `keepAliveTimeout` is given. */
export function checkedLimits(
  given: Omittable<ServerLimits> | undefined,
  path: string,
): Omittable<ServerLimits> {
  limitsWith(given, path);
  return given ?? {};
}
