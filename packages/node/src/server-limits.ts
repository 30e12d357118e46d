import { type SharedLimits, sharedLimits } from '@mortise/base/adapter';
import { integer, LONGEST_TIMER, OptionError, options, or } from '@mortise/base/options';
import { milliseconds } from './milliseconds.js';

/**
 * What a server accepts from its clients. Every limit is on by default; 0 means 0, not "none". Those of all adapters, with their
 * defaults, are in `packages/base/src/adapter/limits.ts`.
 */
export interface ServerLimits extends SharedLimits {
  /**
   * Maximum bytes of the request target and of the names and values of all headers, else 431; over HTTP/2 as they
   * would be written in HTTP/1.1. Default 16 KiB.
   */
  readonly headerBytes: number;

  /** Milliseconds in which the headers of a request must arrive, else 408. Default 10,000. */
  readonly headersTimeout: number;

  /** Milliseconds in which a whole request must arrive, including streamed bodies. Default 300,000. */
  readonly requestTimeout: number;

  /** Milliseconds after which a client that makes no progress reading a response is disconnected. Default 60,000. */
  readonly writeTimeout: number;

  /**
   * Milliseconds that an idle connection is kept. Default 5,000; 72,000 for a peer in `trustProxy`, because
   * most balancers keep connections for 60 s and must be the ones that close.
   */
  readonly keepAliveTimeout: number;

  /**
   * Maximum number of requests on one connection, which is then closed; 0 has the effect of 1. Over HTTP/2, requests that
   * the client sent before it learned of the limit are still handled. Default 1,000.
   */
  readonly requestsPerSocket: number;

  /**
   * Maximum number of pipelined requests of one HTTP/1.1 connection that are handled concurrently; others wait, and nothing
   * more is read. The first is always handled. Default 16.
   */
  readonly pipelinedRequests: number;

  /**
   * Response bytes that can be buffered for the client of one HTTP/1.1 connection before its next pipelined request waits.
   * A response that has begun is finished. Default 1 MiB.
   */
  readonly unsentBytes: number;

  /** Maximum number of concurrent requests on one HTTP/2 connection; others are refused. Default 100. */
  readonly streamsPerConnection: number;

  /**
   * Streams of one HTTP/2 connection that its client can reset within 10 s; more close the connection.
   * Default 200.
   */
  readonly streamResets: number;

  /**
   * Streams of one HTTP/2 connection that can be reset because the client violated the protocol; more close
   * the connection. Default 10.
   */
  readonly streamErrors: number;

  /** Maximum number of connections; others are closed immediately. Default 10,000. */
  readonly connections: number;

  /** Milliseconds between two checks of the timeouts: each is late by at most this time. Default 1,000. */
  readonly checkInterval: number;
}

const declared = options<Partial<ServerLimits>>()('limits', {
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
 * Merges the given limits with the defaults. Headers cannot take longer than the request that they belong
 * to: if only one of the two timeouts is given, the other one is adjusted.
 *
 * @param path of the limits, for errors: `'serve.limits'`
 * @throws {OptionError} `OPTION_INVALID` for an unknown name, for a value that is not an integer of at least
 *   0, and for a `headersTimeout` that exceeds a given `requestTimeout`
 */
export function limitsWith(given: Partial<ServerLimits> = {}, path = 'limits'): ServerLimits {
  const limits = { ...declared(given, path) };
  for (const name of Object.keys(limits) as (keyof ServerLimits)[]) {
    // 0 switches Node's timeout off.
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

/** Checks limits, and returns those that are given: which ones, decides how long connections of proxies are kept. */
export function checkedLimits(
  given: Partial<ServerLimits> | undefined,
  path: string,
): Partial<ServerLimits> {
  limitsWith(given, path);
  return given ?? {};
}
