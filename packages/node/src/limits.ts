import { mergedLimits } from '@mortise/base/adapter';
import { invalidOption, invalidValue } from './errors.js';
import { MAX_TIMER_DELAY } from './option-number.js';

/** What a server accepts from its clients. Every limit is on by default; 0 means 0, not "none". */
export interface ServerLimits {
  /** Maximum number of headers of a request, else 431. Default 200. */
  readonly headerCount: number;

  /**
   * Maximum bytes of the request target and of the names and values of all headers, else 431; over HTTP/2 as they
   * would be written in HTTP/1.1. Default 16 KiB.
   */
  readonly headerBytes: number;

  /** Maximum characters of the request target, else 414. Default 8,192. */
  readonly targetLength: number;

  /** Maximum bytes of a body that is read as a whole, else 413. Default 32 MiB. */
  readonly bodyInMemory: number;

  /** Milliseconds until the headers of a request must have arrived, else 408. Default 10,000. */
  readonly headersTimeout: number;

  /** Milliseconds until a whole request must have arrived, including streamed bodies. Default 300,000. */
  readonly requestTimeout: number;

  /** Milliseconds until a body that is read as a whole must have arrived, else 408. Default 60,000. */
  readonly bodyTimeout: number;

  /** Milliseconds that a read of a body waits for the next byte, else 408. Default 15,000. */
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

  /** Milliseconds without progress of a client that reads a response, then it is disconnected. Default 60,000. */
  readonly writeTimeout: number;

  /**
   * Milliseconds that an idle connection is kept. Default 5,000; 72,000 for a peer in `trustProxy`, because
   * most balancers keep connections for 60 s and must be the ones that close.
   */
  readonly keepAliveTimeout: number;

  /** Maximum number of requests on one connection, which is then closed. Default 1,000. */
  readonly requestsPerSocket: number;

  /**
   * Requests of one HTTP/1.1 connection that are handled at the same time if a client pipelines; others
   * wait, and nothing more is read. The first is always handled. Default 16.
   */
  readonly pipelinedRequests: number;

  /**
   * Bytes of responses that can wait in this process for the client of one HTTP/1.1 connection,
   * before its next pipelined request waits. A response that has begun is finished. Default 1 MiB.
   */
  readonly unsentBytes: number;

  /** Simultaneous requests of one HTTP/2 connection; others are refused. Default 100. */
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

  /** Simultaneous connections; others are closed immediately. Default 10,000. */
  readonly connections: number;

  /** Milliseconds between two checks of the timeouts: each is late by at most this time. Default 1,000. */
  readonly checkInterval: number;
}

/** The defaults of all limits. */
export const defaultLimits: ServerLimits = {
  headerCount: 200,
  headerBytes: 16 * 1024,
  targetLength: 8 * 1024,
  bodyInMemory: 32 * 1024 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  bodyTimeout: 60_000,
  bodyIdleTimeout: 15_000,
  bodyMinRate: 1_024,
  bodyMinRateAfter: 20_000,
  handlerTimeout: 30_000,
  writeTimeout: 60_000,
  keepAliveTimeout: 5_000,
  requestsPerSocket: 1_000,
  pipelinedRequests: 16,
  unsentBytes: 1024 * 1024,
  streamsPerConnection: 100,
  streamResets: 200,
  streamErrors: 10,
  connections: 10_000,
  checkInterval: 1_000,
};

/**
 * Merges the given limits with the defaults. Headers cannot take longer than the request that they belong
 * to: if only one of the two timeouts is given, the other one is adjusted.
 *
 * @throws {NodeAdapterError} `OPTION_INVALID` for an unknown name, for a value that is not an integer of at least
 *   0, and for a `headersTimeout` that exceeds a given `requestTimeout`
 */
export function limitsWith(given: Partial<ServerLimits> = {}): ServerLimits {
  const limits = mergedLimits(defaultLimits, given, invalidOption);
  for (const name of Object.keys(limits) as (keyof ServerLimits)[]) {
    // 0 switches Node's timeout off.
    if (isTime(name)) limits[name] = Math.min(Math.max(1, limits[name]), MAX_TIMER_DELAY);
  }
  const { headersTimeout, requestTimeout } = limits;
  if (headersTimeout <= requestTimeout) return limits;
  if (given.headersTimeout === undefined) limits.headersTimeout = requestTimeout;
  else if (given.requestTimeout === undefined) limits.requestTimeout = headersTimeout;
  else {
    const most = `at most limits.requestTimeout, ${requestTimeout}`;
    throw invalidValue('limits.headersTimeout', headersTimeout, most);
  }
  return limits;
}

function isTime(name: string): boolean {
  return name.endsWith('Timeout') || name === 'checkInterval';
}
