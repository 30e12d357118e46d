import { OptionChecks } from '@mortise/base/options';
import type { ResponseFactoryInterface, StreamFactoryInterface } from '@mortise/http-message';
import { Agent } from 'undici';
import { ClientOptionError } from './client-error.js';
import type { ClientDispatcher } from './dispatcher.js';
import type { DelayRules } from './retry-delay.js';

/** How a client sends requests. */
export interface ClientOptions {
  /** Create the responses: `factories` of an implementation of the messages. */
  readonly factories: ResponseFactoryInterface & StreamFactoryInterface;

  /** Milliseconds until there is a response, with all attempts and the time between them. Default 30,000. */
  readonly timeout?: number;

  /**
   * Milliseconds until one attempt has the head of a response, and between two parts of its body, checked about once a
   * second. Default 10,000.
   */
  readonly headersTimeout?: number;

  /** Milliseconds until a new connection is there. Default 2,000. */
  readonly connectTimeout?: number;

  /** Connections to each origin, each for one request at a time; further requests wait. Default 64. */
  readonly connections?: number;

  /** When a request is sent again; `false` for never. Default: as described there. */
  readonly retry?: RetryOptions | false;

  /** Sends the requests, in place of an agent of the client's own, with its `connections` and `connectTimeout`. */
  readonly dispatcher?: ClientDispatcher;
}

/**
 * When a request is sent again: if its method is safe, its body can be read again, and it failed before the head of a
 * response, or has a status of the list.
 */
export interface RetryOptions {
  /** How often a request is sent at most, 1 to 10. Default 2. */
  readonly attempts?: number;

  /** Methods, case-sensitive. Default `GET`, `HEAD`, `OPTIONS` and `QUERY`, which change nothing. */
  readonly methods?: readonly string[];

  /** Statuses of a response that is dropped. Default 429 and 503. */
  readonly statuses?: readonly number[];

  /** Milliseconds: the upper bound of the first delay, which is random; it doubles with each attempt. Default 100. */
  readonly base?: number;

  /** Milliseconds: the upper bound of each delay. Default 2,000. */
  readonly max?: number;

  /** Milliseconds: a server whose `Retry-After` is later is not asked again, and its response is the result. Default 10,000. */
  readonly maxRetryAfter?: number;

  /** From 0 to 1, without 1. Default `Math.random`. */
  readonly random?: () => number;

  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

const NAMES: Record<keyof ClientOptions, 0> = {
  factories: 0,
  timeout: 0,
  headersTimeout: 0,
  connectTimeout: 0,
  connections: 0,
  retry: 0,
  dispatcher: 0,
};
const RETRY_NAMES: Record<keyof RetryOptions, 0> = {
  attempts: 0,
  methods: 0,
  statuses: 0,
  base: 0,
  max: 0,
  maxRetryAfter: 0,
  random: 0,
  now: 0,
};
const SAFE = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];
const HOUR = 3_600_000;

const check = new OptionChecks(ClientOptionError);

/** Checks the timeout of a client, or of one call. @throws {ClientOptionError} */
export function checkTimeout(timeout: number): number {
  return check.integer('timeout', timeout, 1, HOUR);
}

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
  readonly retry: ResolvedRetry;
  readonly dispatcher: ClientDispatcher;
  readonly close: () => Promise<void>;
}

/** @throws {ClientOptionError} if an option is unknown or has a wrong value */
export function resolveOptions(options: ClientOptions): ResolvedClientOptions {
  check.names(options, NAMES);
  const creates = ['createResponse', 'createStreamFromResource'];
  const expected = 'factories of messages, such as those of @mortise/message';
  const { factories, timeout = 30_000, headersTimeout = 10_000, retry = {} } = options;
  return {
    factories: check.methods('factories', factories, creates, expected),
    timeout: checkTimeout(timeout),
    headersTimeout: check.integer('headersTimeout', headersTimeout, 1, HOUR),
    retry: retryOf(retry === false ? { attempts: 1 } : retry),
    ...dispatcherOf(options),
  };
}

function retryOf(retry: RetryOptions): ResolvedRetry {
  check.names(retry, RETRY_NAMES, 'retry');
  const { attempts = 2, methods = SAFE, statuses = [429, 503], base = 100, max = 2_000 } = retry;
  const { maxRetryAfter = 10_000, random = () => Math.random(), now = () => Date.now() } = retry;
  check.that(Array.isArray(methods), 'retry.methods', methods, 'a list such as ["GET"]');
  check.that(Array.isArray(statuses), 'retry.statuses', statuses, 'a list such as [503]');
  return {
    attempts: check.integer('retry.attempts', attempts, 1, 10),
    methods,
    statuses,
    base: check.integer('retry.base', base, 0, HOUR),
    max: check.integer('retry.max', max, 0, HOUR),
    maxRetryAfter: check.integer('retry.maxRetryAfter', maxRetryAfter, 0, HOUR),
    random: check.callable('retry.random', random),
    now: check.callable('retry.now', now),
  };
}

function dispatcherOf({ connectTimeout = 2_000, connections = 64, dispatcher }: ClientOptions) {
  const timeout = check.integer('connectTimeout', connectTimeout, 1, HOUR);
  check.integer('connections', connections, 1, 100_000);
  if (dispatcher !== undefined) {
    const expected = 'a dispatcher of undici, such as new Agent()';
    check.methods('dispatcher', dispatcher, ['dispatch'], expected);
    return { dispatcher, close: () => Promise.resolve() };
  }
  const agent = new Agent({ connections, pipelining: 1, connect: { timeout } });
  // The members have the types of undici; what is called at run time is the same.
  return { dispatcher: agent as unknown as ClientDispatcher, close: () => agent.close() };
}
