import type { Readable } from 'node:stream';
import { type DispatcherInterface, tracedDispatcher } from '@mortise/base/dispatcher';
import { normalizeMethod } from '@mortise/base/message';
import {
  callable,
  clock,
  integer,
  list,
  methods,
  nested,
  optional,
  options,
  or,
  rule,
} from '@mortise/base/options';
import type { ResponseFactoryInterface, StreamFactoryInterface } from '@mortise/http-message';
import type { DelayRules } from './retry-delay.js';
import { agentOf } from './traced-dispatcher.js';

/** How a client sends requests. */
export interface ClientOptions {
  /** Creates the responses: a message implementation's `factories`. */
  readonly factories: ResponseFactoryInterface & StreamFactoryInterface;

  /** Milliseconds to wait for a response, including all attempts and the time between them. Default 30,000. */
  readonly timeout?: number | undefined;

  /**
   * Milliseconds to wait for the response headers in one attempt, and between two parts of the body, checked about once a
   * second. Default 10,000.
   */
  readonly headersTimeout?: number | undefined;

  /** Milliseconds to wait for a new connection. Default 2,000. */
  readonly connectTimeout?: number | undefined;

  /**
   * Maximum number of connections to each origin, each for one request at a time; further requests wait, within
   * `timeout`. Default 64.
   */
  readonly connections?: number | undefined;

  /**
   * Maximum bytes of a response body, as received: reading a larger one fails with `RESPONSE_TOO_LARGE`, and its
   * connection is closed. Default: no limit.
   */
  readonly maxBytes?: number | undefined;

  /** When a request is sent again; `false` for never. Default: the defaults of {@link RetryOptions}. */
  readonly retry?: RetryOptions | false | undefined;

  /**
   * A dispatcher from undici instead of the client's own agent, for certificates, a proxy or a Unix socket:
   * `connections` and `connectTimeout` are then ignored, and `close` leaves it open.
   */
  readonly dispatcher?: DispatcherInterface<Readable | Uint8Array> | undefined;
}

/**
 * When a request is sent again: if its method is in `methods`, its body can be read again, and it failed before a
 * response head, or the response has one of `statuses`.
 */
export interface RetryOptions {
  /** The maximum number of attempts, 1 to 10. Default 2. */
  readonly attempts?: number | undefined;

  /**
   * The methods of requests that are retried; the case of standard methods does not matter. Default `GET`,
   * `HEAD`, `OPTIONS` and `QUERY`, which change nothing.
   */
  readonly methods?: readonly string[] | undefined;

  /** The statuses that cause another attempt; the response is dropped. Default 429 and 503. */
  readonly statuses?: readonly number[] | undefined;

  /**
   * The upper bound of the first delay in milliseconds; it doubles with each attempt, and delays are random. Default
   * 100.
   */
  readonly base?: number | undefined;

  /** The upper bound of each delay in milliseconds. Default 2,000. */
  readonly max?: number | undefined;

  /**
   * The longest `Retry-After` to wait for, in milliseconds; with a longer one, or one that cannot be read, the response
   * is returned. Default 10,000.
   */
  readonly maxRetryAfter?: number | undefined;

  /** Returns a random number from 0 up to, but not including, 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;

  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Options of one call. */
export interface SendOptions {
  /** Aborts the call, and the body of its response. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the response. Default: the client's `timeout`. */
  readonly timeout?: number | undefined;
}

const HOUR = 3_600_000;
const milliseconds = integer(1, HOUR, 'milliseconds');
const delay = integer(0, HOUR, 'milliseconds');
const method = rule<string>((name) => typeof name === 'string', 'a method such as "GET"');

const declaredRetry = options<RetryOptions>()('HttpClient.retry', {
  attempts: or(integer(1, 10), 2),
  methods: or(list(method, 'a list such as ["GET"]'), ['GET', 'HEAD', 'OPTIONS', 'QUERY']),
  statuses: or(list(integer(100, 599), 'a list such as [503]'), [429, 503]),
  base: or(delay, 100),
  max: or(delay, 2_000),
  maxRetryAfter: or(delay, 10_000),
  random: or(callable, () => Math.random()),
  now: clock,
});
const declared = options<ClientOptions>()('HttpClient', {
  factories: methods(
    'message factories, such as those from @mortise/message',
    ...['createResponse', 'createStreamFromResource'],
  ),
  timeout: or(milliseconds, 30_000),
  headersTimeout: or(milliseconds, 10_000),
  connectTimeout: or(milliseconds, 2_000),
  connections: or(integer(1, 100_000), 64),
  maxBytes: or(integer(1), Infinity),
  retry: nested((given: ClientOptions['retry'], path: string) => {
    const retry = declaredRetry(given === false ? { attempts: 1 } : given, path);
    return { ...retry, methods: retry.methods.map(normalizeMethod) };
  }),
  dispatcher: optional(methods('a dispatcher from undici, such as new Agent()', 'dispatch')),
});

/** The options of one call. */
export const declaredSend = options<SendOptions>()('sendRequest', {
  signal: optional(methods('an AbortSignal', 'throwIfAborted', 'addEventListener')),
  timeout: optional(milliseconds),
});

/** The resolved rules of retries. */
export interface ResolvedRetry extends DelayRules {
  readonly attempts: number;
  readonly methods: readonly string[];
  readonly statuses: readonly number[];
}

/** The resolved options: checked, with their defaults. */
export interface ResolvedClientOptions {
  readonly factories: ClientOptions['factories'];
  readonly timeout: number;
  readonly headersTimeout: number;
  readonly maxBytes: number;
  readonly retry: ResolvedRetry;
  readonly dispatcher: DispatcherInterface<Readable | Uint8Array>;
  readonly close: () => Promise<void>;
}

/** @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value */
export function resolveOptions(given: ClientOptions): ResolvedClientOptions {
  const { connectTimeout, connections, dispatcher, ...checked } = declared(given);
  return {
    ...checked,
    ...(dispatcher === undefined
      ? agentOf(connections, connectTimeout)
      : { dispatcher: tracedDispatcher(dispatcher), close: () => Promise.resolve() }),
  };
}
