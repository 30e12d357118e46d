import { oncePerMinute, warnOnce } from '@mortise/base';
import { remoteAddress } from '@mortise/base/message';
import {
  accepted,
  clock,
  choice,
  ensure,
  integer,
  list,
  methods,
  nested,
  observer,
  optional,
  OptionError,
  options,
  or,
  synchronous,
  text,
} from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import { checkedStates, policyName } from './checked-states.js';
import { clientKey } from './client-key.js';
import { countRequest } from './count-request.js';
import { RateLimitError } from './rate-limit-error.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import type { RateLimitPolicy } from './rate-limit-policy.js';
import { type RateLimiterInterface, type ReportingLimiter, storeLimiter } from './store-limiter.js';
import { nullKeyWarning } from './null-key-warning.js';
import { sharedPolicyWarning } from './shared-policy-warning.js';
import { windowWarning } from './window-warning.js';

/** An event that `rateLimit` passes to `onEvent`. */
export interface RateLimitEvent {
  /**
   * `no-address`: the adapter provides no client addresses, so all clients share one limit; reported once.
   * `store-down`: the store or the custom limiter failed; reported at most once a minute.
   */
  readonly type: 'no-address' | 'store-down';
  readonly request: ServerRequestInterface;
  /** The error of the store or limiter; `null` for `no-address`. */
  readonly error: unknown;
}

/** Options of {@link rateLimit}. */
export interface RateLimitOptions {
  /** Where requests are counted; required unless `limiter` is set. */
  readonly store?: StoreInterface | undefined;

  /** The limits, at least one. All of them apply to each request. Required unless `limiter` is set. */
  readonly policies?: readonly RateLimitPolicy[] | undefined;

  /** A custom limiter that counts requests, instead of `store` and `policies`. */
  readonly limiter?: RateLimiterInterface | undefined;

  /**
   * Returns the key of the client: requests with the same key share a limit, and requests with `null` have none. Any
   * other result is `OPTION_INVALID`. Default: the client's address, as determined by the adapter's trust settings; an
   * IPv6 address counts by its /64 network.
   */
  readonly key?: ((request: ServerRequestInterface) => string | null) | undefined;

  /** Returns the cost of a request: an integer of at least 0. Default 1. */
  readonly cost?: ((request: ServerRequestInterface) => number) | undefined;

  /**
   * What happens while the store is down: `'pass'` (default) lets requests pass without a limit; `'refuse'`, for
   * example for logins, fails with the store's error, a 503. A request that a policy has already refused still gets its
   * 429.
   */
  readonly whenDown?: 'pass' | 'refuse' | undefined;

  /**
   * Called with `store-down`, at most once a minute, and `no-address`, once. If it throws or rejects, the failure is
   * written to the console. Default: `no-address` is printed, as the warning `RATE_LIMIT_ADDRESS`.
   */
  readonly onEvent?: ((event: RateLimitEvent) => void) | undefined;

  /**
   * Prefix of the keys in the store, up to 128 characters; default `'rate:'`. Layers that share a store need different
   * prefixes or policy names.
   */
  readonly prefix?: string | undefined;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const A_STORE = 'a store from @mortise/store, or the option limiter';
const A_POLICY =
  'a list with at least one policy, such as [{ name: "api", limit: 100, window: 60 }]';
const MAX_COST = 2_147_483_647;
const YEAR = 31_536_000;

/** Read by `@mortise/openapi`. */
const DESCRIPTION = {
  responses: { 429: 'Too many requests: retry after the number of seconds in `Retry-After`.' },
};

const policy = options<RateLimitPolicy>()(
  'policy',
  {
    name: policyName,
    limit: integer(1, MAX_COST),
    window: integer(1, YEAR, 'seconds'),
    kind: or(choice('sliding', 'fixed'), 'sliding'),
  },
  {
    max: 'limit',
    requests: 'limit',
    windowMs: 'window, in seconds',
    duration: 'window, in seconds',
    ttl: 'window, in seconds',
  },
);
const declared = options<RateLimitOptions>()(
  'rateLimit',
  {
    store: optional(methods(A_STORE, 'increment')),
    policies: optional(list(nested(policy), A_POLICY)),
    limiter: optional(methods('an object with consume(key, cost)', 'consume')),
    key: optional(synchronous),
    cost: or(synchronous, () => 1),
    whenDown: or(choice('pass', 'refuse'), 'pass'),
    onEvent: observer,
    prefix: or(text(128), 'rate:'),
    now: clock,
  },
  {
    max: 'policies: [{ name, limit, window }]',
    limit: 'policies: [{ name, limit, window }]',
    window: 'policies: [{ name, limit, window }]',
    windowMs: 'policies: [{ name, limit, window }], with window in seconds',
    keyGenerator: 'key',
  },
);
const amount = integer(0, MAX_COST);

/**
 * Returns middleware that throws {@link RateLimitError}, a 429, for requests that exceed a limit, and adds the
 * remaining quota to all other responses, in `RateLimit`.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function rateLimit(given: RateLimitOptions): MiddlewareInterface {
  const checked = declared(given);
  const {
    cost,
    whenDown,
    onEvent,
    now,
    key = addressKey(onEvent, given.onEvent === undefined),
  } = checked;
  const limiter = limiterOf(checked);
  const { store, policies = [], prefix } = checked;
  const warnOfKeys = nullKeyWarning();
  const warnOfWindow = windowWarning(policies);
  const warnOfSharing = store && sharedPolicyWarning(store, prefix, policies);
  const isDue = oncePerMinute(now);
  const report = (request: ServerRequestInterface, error: unknown): void => {
    if (isDue()) onEvent({ type: 'store-down', request, error });
  };

  const layer: MiddlewareInterface & { readonly description: object } = {
    name: 'rateLimit',
    description: DESCRIPTION,
    process(request, handler) {
      warnOfWindow(request);
      warnOfSharing?.(request);
      const client = key(request);
      warnOfKeys(client, request);
      if (client === null) return handler.handle(request);
      const isText = typeof client === 'string';
      ensure(isText, 'rateLimit.key', client, 'a string, or null for no limit');
      return limited(request, client);

      async function limited(
        passed: ServerRequestInterface,
        counted: string,
      ): Promise<ResponseInterface> {
        const spent = accepted(amount, cost(passed), 'rateLimit.cost');
        let result;
        try {
          result = await countRequest(limiter, passed, counted, spent, (error) => {
            report(passed, error);
          });
        } catch (error) {
          report(passed, error);
          if (whenDown === 'refuse') throw error;
          return handler.handle(passed);
        }
        const { states, inner } = result;
        if (checked.limiter !== undefined) checkedStates(states);
        if (states.some(({ allowed }) => !allowed)) throw new RateLimitError(states);
        let response = await handler.handle(inner);
        if (states.length === 0) return response;
        for (const [name, value] of Object.entries(rateLimitHeaders(states))) {
          response = response.withAddedHeader(name, value);
        }
        return response;
      }
    },
  };
  return layer;
}

function limiterOf(checked: ReturnType<typeof declared>): ReportingLimiter {
  const { limiter, store, policies = [], prefix, now } = checked;
  if (limiter !== undefined) {
    const isAlone = store === undefined && checked.policies === undefined;
    ensure(isAlone, 'rateLimit.limiter', limiter, 'no store or policies alongside it');
    return {
      consume: async (key, cost, _, isDue) => (isDue([limiter]) ? limiter.consume(key, cost) : []),
    };
  }
  if (store === undefined) throw new OptionError('rateLimit.store', store, A_STORE);
  ensure(policies.length > 0, 'rateLimit.policies', checked.policies, A_POLICY);
  const names = new Set(policies.map(({ name }) => name));
  const isDistinct = names.size === policies.length;
  ensure(isDistinct, 'rateLimit.policies', policies, 'distinct names');
  return storeLimiter({ store, policies, prefix, now });
}

function addressKey(
  onEvent: (event: RateLimitEvent) => void,
  prints: boolean,
): (request: ServerRequestInterface) => string {
  const warnNow = warnOnce('RATE_LIMIT_ADDRESS');
  let warned = false;
  return (request) => {
    const address = remoteAddress(request) ?? '';
    if (address !== '') return clientKey(address);
    if (!warned) {
      onEvent({ type: 'no-address', request, error: null });
      if (prints) {
        warnNow(
          'all clients share one limit, because requests have no address',
          'Write toFetchHandler(app, { clientOf }), or, behind a proxy, serve(app, { trustProxy }); or pass rateLimit({ key }).',
        );
      }
    }
    warned = true;
    return 'no-address';
  };
}
