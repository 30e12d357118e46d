import { NodeAdapterError } from './errors.js';
import { count, milliseconds } from './option-number.js';

/** What a server takes from its clients. Every limit is on by default; 0 means 0, not "none". */
export interface ServerLimits {
  /** Header fields of a request, counted; more are answered with 431. Default 200. */
  readonly headerCount: number;

  /** Bytes of a request's line and header fields together; more are answered with 431. 16 KiB. */
  readonly headerBytes: number;

  /** Characters of the request target; more are answered with 414. Default 8,192. */
  readonly targetLength: number;

  /** Bytes that a body read as a whole may have; more are answered with 413. Default 32 MiB. */
  readonly bodyInMemory: number;

  /** Milliseconds until the header of a request must be there, else 408. Default 10,000. */
  readonly headersTimeout: number;

  /** Milliseconds until a request must be there whole, streamed bodies too. Default 300,000. */
  readonly requestTimeout: number;

  /** Milliseconds until a body that is read as a whole must be there, else 408. Default 60,000. */
  readonly bodyTimeout: number;

  /** Milliseconds that the reader of a body waits for its next byte, else 408. Default 15,000. */
  readonly bodyIdleTimeout: number;

  /**
   * Bytes per second that a body must bring on average, else 408; 0 for none. Only the time counts in
   * which a read waits for the client. Default 1,024.
   */
  readonly bodyMinRate: number;

  /** Milliseconds of waiting for the client after which `bodyMinRate` counts. Default 20,000. */
  readonly bodyMinRateAfter: number;

  /**
   * Milliseconds until a handler must have given its response, else 503. The time in which a read of
   * the body waits for the client does not count. Default 30,000.
   */
  readonly handlerTimeout: number;

  /** Milliseconds that a client may take none of a response before it is cut off. 60,000. */
  readonly writeTimeout: number;

  /**
   * Milliseconds that an idle connection is kept. Default 5,000; 72,000 for a peer in `trustProxy`, which
   * must be the one that closes: most balancers keep connections for 60 s.
   */
  readonly keepAliveTimeout: number;

  /** Requests that one connection may carry before it is closed. Default 1,000. */
  readonly requestsPerSocket: number;

  /**
   * Requests of one connection over HTTP/1.1 that are handled at a time when a client pipelines; more
   * wait, and nothing more is read. The first is always handled. Default 16.
   */
  readonly pipelinedRequests: number;

  /**
   * Bytes of responses that may wait in this process for the client of one connection over HTTP/1.1,
   * before its next pipelined request is handled. A response that has begun is finished. 1 MiB.
   */
  readonly unsentBytes: number;

  /** Requests of one HTTP/2 connection that run at a time; more are refused. Default 100. */
  readonly streamsPerConnection: number;

  /**
   * Streams of one HTTP/2 connection that its client may reset within 10 s; more close the connection.
   * Default 200.
   */
  readonly streamResets: number;

  /**
   * Streams of one HTTP/2 connection that may be reset because the client broke the protocol; more close
   * the connection. Default 10.
   */
  readonly streamErrors: number;

  /** Connections at a time; more are closed at once. Default 10,000. */
  readonly connections: number;

  /** Milliseconds between two checks of the timeouts: each is late by at most this. 1,000. */
  readonly checkInterval: number;
}

/** The limits of a server that was given none. */
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
 * The limits given, and the defaults for those that were not. A header cannot take longer than the
 * request that it belongs to: where only one of the two times is given, the other one yields.
 *
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not an integer of at least 0, and for a
 *   `headersTimeout` above the `requestTimeout` that is given with it
 */
export function limitsWith(given: Partial<ServerLimits> = {}): ServerLimits {
  const limits: Record<keyof ServerLimits, number> = { ...defaultLimits, ...given };
  for (const name of Object.keys(limits) as (keyof ServerLimits)[]) {
    limits[name] = isTime(name)
      ? Math.max(1, milliseconds(`limits.${name}`, limits[name])) // Node takes 0 for none
      : count(`limits.${name}`, limits[name]);
  }
  const { headersTimeout, requestTimeout } = limits;
  if (headersTimeout <= requestTimeout) return limits;
  if (given.headersTimeout === undefined) limits.headersTimeout = requestTimeout;
  else if (given.requestTimeout === undefined) limits.requestTimeout = headersTimeout;
  else {
    const text = `limits.headersTimeout is ${headersTimeout}; it must not be longer than limits.requestTimeout, ${requestTimeout}`;
    throw new NodeAdapterError('OPTION_INVALID', text);
  }
  return limits;
}

function isTime(name: string): boolean {
  return name.endsWith('Timeout') || name === 'checkInterval';
}
