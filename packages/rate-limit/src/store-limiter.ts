import { accepted, rule } from '@mortise/base/options';
import type { CounterState, StoreInterface } from '@mortise/store';
import { type RateLimitPolicy, type RateLimitState, rateLimitState } from './rate-limit-state.js';

/** Counts requests: by default in a store, or with a custom limiter. */
export interface RateLimiterInterface {
  /**
   * Counts a request of a client against all policies. A request that one policy refuses costs nothing in any of them.
   *
   * @param cost an integer of at least 0
   * @returns the state of each policy, in their order; none: the request passes, without headers. Times and counts are
   *   integers: any other result is `OPTION_INVALID`
   */
  consume(key: string, cost: number): Promise<readonly RateLimitState[]>;
}

/** What {@link storeLimiter} needs; checked by `rateLimit`. */
export interface StoreLimiterOptions {
  readonly store: StoreInterface;
  readonly policies: readonly RateLimitPolicy[];
  readonly prefix: string;
  readonly now: () => number;
}

const count = rule<number>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a promise for { value, expiresIn }, with whole numbers of at least 0',
);
const PLAIN_KEY = /^[\w.:/@-]{1,128}$/;

/**
 * Counts in a store, exactly for all processes that use it: a request only passes if the count includes it
 * and everything before it. The clocks of the processes determine the window.
 */
export function storeLimiter({
  store,
  policies,
  prefix,
  now,
}: StoreLimiterOptions): RateLimiterInterface {
  return {
    async consume(key, cost) {
      const client = await plainKey(key);
      const time = now();
      const windows = policies.map((policy) => windowOf(policy, prefix, client, time));
      const states = await Promise.all(
        windows.map(async ({ policy, current, previous, ttl }) => {
          const [counted, before] = await Promise.all([
            countOf(store.increment(current, cost, ttl)),
            previous === null ? 0 : countOf(store.increment(previous, 0, ttl)),
          ]);
          const counts = { current: counted, previous: before };
          return rateLimitState(policy, counts, cost, time);
        }),
      );
      if (cost === 0 || states.every(({ allowed }) => allowed)) return states;
      await Promise.all(windows.map(({ current, ttl }) => store.increment(current, -cost, ttl)));
      return states.map((state) =>
        state.allowed ? { ...state, remaining: state.remaining + cost } : state,
      );
    },
  };
}

/** @throws {OptionError} as a rejection, for a store that returns something other than a count: every client would be refused, or none */
async function countOf(state: Promise<CounterState>): Promise<number> {
  const { value } = Object(await state) as CounterState;
  return accepted(count, value, 'rateLimit.store.increment');
}

function windowOf(policy: RateLimitPolicy, prefix: string, client: string, time: number) {
  const length = policy.window * 1_000;
  const index = Math.floor(time / length);
  const name = (at: number) => `${prefix}${policy.name}:${at}:${client}`;
  const slides = policy.kind !== 'fixed';
  return {
    policy,
    current: name(index),
    previous: slides ? name(index - 1) : null,
    // A window is read until the one after it ends.
    ttl: slides ? 2 * length : length,
  };
}

/** A key can come from a client: a long or unusual one is hashed, so that clients cannot violate the limits of a store. */
async function plainKey(key: string): Promise<string> {
  if (PLAIN_KEY.test(key)) return key;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return `#${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
