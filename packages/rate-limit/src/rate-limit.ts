import { OptionChecks } from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import { clientKey } from './client-key.js';
import { RateLimitError, RateLimitOptionError } from './rate-limit-error.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import type { RateLimitPolicy } from './rate-limit-state.js';
import { type RateLimiterInterface, storeLimiter } from './store-limiter.js';

/** An event about limits. */
export interface RateLimitEvent {
  /**
   * `no-address`: the adapter provides no client addresses, so that all clients share one limit; reported once.
   * `store-down`: at most once a minute.
   */
  readonly type: 'no-address' | 'store-down';
  readonly request: ServerRequestInterface;
  /** Of the store; `null` for `no-address`. */
  readonly error: unknown;
}

/** What is limited, for whom, and where it is counted. */
export interface RateLimitOptions {
  /** Where requests are counted; required unless `limiter` is set. */
  readonly store?: StoreInterface;

  /** At least one; a request must be within all of them. Required unless `limiter` is set. */
  readonly policies?: readonly RateLimitPolicy[];

  /** Counts requests, instead of `store` and `policies`. */
  readonly limiter?: RateLimiterInterface;

  /**
   * Returns the key of the client: requests with the same key share a limit, and those with `null` have none. Default: the
   * client's address, as determined by the adapter's trust settings; IPv6 by /64. Any other result is `OPTION_INVALID`.
   */
  readonly key?: (request: ServerRequestInterface) => string | null;

  /** Returns the cost of a request: an integer of at least 0. Default 1. */
  readonly cost?: (request: ServerRequestInterface) => number;

  /** What happens while the store is down: `'pass'` (default), or `'refuse'` with its error, a 503; for logins. */
  readonly whenDown?: 'pass' | 'refuse';

  /** Must not throw. */
  readonly onEvent?: (event: RateLimitEvent) => void;

  /** Prepended to the keys in the store; default `'rate:'`. Give each use of a store its own, or its policies other names. */
  readonly prefix?: string;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number;
}

const NAMES: Record<keyof RateLimitOptions, 0> = {
  store: 0,
  policies: 0,
  limiter: 0,
  key: 0,
  cost: 0,
  whenDown: 0,
  onEvent: 0,
  prefix: 0,
  now: 0,
};
const POLICY_NAME = /^[\w.-]{1,64}$/;
const MAX_COST = 2_147_483_647;
const YEAR = 31_536_000;
const MINUTE = 60_000;

/** For `@mortise/openapi`, which reads it from middleware. */
const DESCRIPTION = {
  responses: { 429: 'Too many requests: repeat the request after the seconds in `Retry-After`.' },
};
const checks = new OptionChecks(RateLimitOptionError);

/**
 * Refuses requests that exceed a limit with 429, and sends the remaining quota of the others in `RateLimit`.
 *
 * @throws {RateLimitOptionError} if an option is unknown or has a wrong value
 */
export function rateLimit(options: RateLimitOptions): MiddlewareInterface {
  checks.names(options, NAMES);
  const { cost = () => 1, whenDown = 'pass', onEvent = () => undefined, now = Date.now } = options;
  checks.choice('whenDown', whenDown, ['pass', 'refuse']);
  for (const [name, value] of Object.entries({ cost, onEvent, now })) checks.callable(name, value);
  const limiter = limiterOf(options, now);
  const key = options.key === undefined ? addressKey(onEvent) : checks.callable('key', options.key);
  let silentUntil = -Infinity;

  const report = (request: ServerRequestInterface, error: unknown): void => {
    if (now() < silentUntil) return;
    silentUntil = now() + MINUTE;
    onEvent({ type: 'store-down', request, error });
  };

  const layer: MiddlewareInterface & { readonly description: object } = {
    name: 'rateLimit',
    description: DESCRIPTION,
    process(request, handler) {
      const client = key(request);
      if (client === null) return handler.handle(request);
      checks.that(typeof client === 'string', 'key', client, 'text, or null for no limit');
      return limited(request, client);

      async function limited(
        given: ServerRequestInterface,
        counted: string,
      ): Promise<ResponseInterface> {
        const amount = checks.integer('cost', cost(given), 0, MAX_COST);
        let states;
        try {
          states = await limiter.consume(counted, amount);
        } catch (error) {
          report(given, error);
          if (whenDown === 'refuse') throw error;
          return handler.handle(given);
        }
        if (states.some(({ allowed }) => !allowed)) throw new RateLimitError(states);
        let response = await handler.handle(given);
        for (const [name, value] of Object.entries(rateLimitHeaders(states))) {
          response = response.withAddedHeader(name, value);
        }
        return response;
      }
    },
  };
  return layer;
}

function limiterOf(options: RateLimitOptions, now: () => number): RateLimiterInterface {
  const { limiter, store, policies, prefix = 'rate:' } = options;
  if (limiter !== undefined) {
    const alone = store === undefined && policies === undefined;
    checks.that(alone, 'limiter', limiter, 'no store and policies beside it');
    return checks.methods('limiter', limiter, ['consume'], 'an object with consume(key, cost)');
  }
  checks.methods('store', store, ['increment'], 'a store of @mortise/store, or the option limiter');
  checks.that(
    Array.isArray(policies) && policies.length > 0,
    'policies',
    policies,
    'a list with at least one policy',
  );
  checks.that(
    typeof prefix === 'string' && prefix.length <= 128,
    'prefix',
    prefix,
    'text of at most 128 characters',
  );
  const checked = policies ?? [];
  checked.forEach(checkPolicy);
  const names = new Set(checked.map(({ name }) => name));
  checks.that(names.size === checked.length, 'policies', policies, 'names that differ');
  return storeLimiter({ store: store as StoreInterface, policies: checked, prefix, now });
}

function checkPolicy(policy: RateLimitPolicy, at: number): void {
  const path = `policies[${at}]`;
  checks.names(policy, { name: 0, limit: 0, window: 0, kind: 0 }, path);
  const { name, limit, window, kind = 'sliding' } = policy;
  const valid = typeof name === 'string' && POLICY_NAME.test(name);
  checks.that(valid, `${path}.name`, name, '1 to 64 letters, digits, ".", "_" and "-"');
  checks.integer(`${path}.limit`, limit, 1, MAX_COST);
  checks.integer(`${path}.window`, window, 1, YEAR);
  checks.choice(`${path}.kind`, kind, ['sliding', 'fixed']);
}

function addressKey(
  onEvent: (event: RateLimitEvent) => void,
): (request: ServerRequestInterface) => string {
  let warned = false;
  return (request) => {
    const address = request.getServerParams()['REMOTE_ADDR'];
    if (address !== undefined && address !== '') return clientKey(address);
    if (!warned) onEvent({ type: 'no-address', request, error: null });
    warned = true;
    return 'no-address';
  };
}
