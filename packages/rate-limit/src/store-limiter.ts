import { accepted, rule } from '@mortise/base/options';
import type { CounterState, StoreInterface } from '@mortise/store';
import { type RateLimitPolicy, type RateLimitState, rateLimitState } from './rate-limit-state.js';

/** Counts requests: in a store by default, or with a custom limiter. */
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

/** A limiter that also reports errors of its store that do not change its decision. */
export interface ReportingLimiter {
  consume(
    key: string,
    cost: number,
    report: (error: unknown) => void,
  ): Promise<readonly RateLimitState[]>;
}

/** What {@link storeLimiter} needs; checked by `rateLimit`. */
export interface StoreLimiterOptions {
  readonly store: StoreInterface;
  readonly policies: readonly RateLimitPolicy[];
  readonly prefix: string;
  readonly now: () => number;
}

const aCount = rule<number>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a promise that resolves to { value, expiresIn }, with whole numbers of at least 0',
);
const PLAIN_KEY = /^[\w.:/@-]{1,128}$/;

/**
 * Counts in a store, exactly for all processes that use it: a request only passes if the count includes it
 * and everything before it. The clocks of the processes determine the window. What one policy has refused stays refused if the
 * store then fails: its error is reported, and policies without a count are omitted.
 */
export function storeLimiter({
  store,
  policies,
  prefix,
  now,
}: StoreLimiterOptions): ReportingLimiter {
  return {
    async consume(key, cost, report) {
      const client = await plainKey(key);
      const time = now();
      const counted = await settled(
        policies.map(async (policy) => {
          const window = windowOf(policy, prefix, client, time);
          const { current, previous, ttl } = window;
          const [count, before] = await Promise.all([
            countOf(store.increment(current, cost, ttl)),
            previous === null ? 0 : countOf(store.increment(previous, 0, ttl)),
          ]);
          const state = rateLimitState(policy, { current: count, previous: before }, cost, time);
          return { window, state };
        }),
      );
      const states = counted.values.map(({ state }) => state);
      const isRefused = states.some(({ allowed }) => !allowed);
      if (!isRefused && counted.errors.length > 0) throw counted.errors[0];
      if (!isRefused) return states;
      for (const error of counted.errors) report(error);
      if (cost === 0) return states;
      const returned = await settled(
        counted.values.map(({ window }) => store.increment(window.current, -cost, window.ttl)),
      );
      for (const error of returned.errors) report(error);
      return states.map((state) =>
        state.allowed ? { ...state, remaining: state.remaining + cost } : state,
      );
    },
  };
}

async function settled<T>(promises: readonly Promise<T>[]) {
  const results = await Promise.allSettled(promises);
  return {
    values: results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    errors: results.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : [])),
  };
}

/** @throws {OptionError} as a rejection, for a store that returns something other than a count: every client would be refused, or none */
async function countOf(state: Promise<CounterState>): Promise<number> {
  const { value } = Object(await state) as CounterState;
  return accepted(aCount, value, 'rateLimit.store.increment');
}

function windowOf(policy: RateLimitPolicy, prefix: string, client: string, time: number) {
  const length = policy.window * 1_000;
  const index = Math.floor(time / length);
  const name = (at: number) => `${prefix}${policy.name}:${at}:${client}`;
  const slides = policy.kind !== 'fixed';
  return {
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
