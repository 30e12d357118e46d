import type { LayerMark } from '@mortise/base/message';
import { type CounterState, type StoreInterface, storeResults } from '@mortise/store';
import type { RateLimitPolicy } from './rate-limit-policy.js';
import { type RateLimitState, rateLimitState } from './rate-limit-state.js';

/** Counts the requests of clients. Implement it for a custom limiter. */
export interface RateLimiterInterface {
  /**
   * Counts a request of a client against all policies. A request that any policy refuses is counted in none of them.
   *
   * @param cost an integer of at least 0
   * @returns the state of each policy, in order; with `[]`, the request passes without headers. Times and counts must
   *   be integers: any other result is `OPTION_INVALID`
   */
  consume(key: string, cost: number): Promise<readonly RateLimitState[]>;
}

/** A limiter that also reports store errors that do not change its decision. */
export interface ReportingLimiter {
  /**
   * @param isDue called once with the mark of each count; `false` if an outer layer has already counted the request there
   * @returns the states of the due policies
   */
  consume(
    key: string,
    cost: number,
    report: (error: unknown) => void,
    isDue: (mark: LayerMark) => boolean,
  ): Promise<readonly RateLimitState[]>;
}

/** Options of {@link storeLimiter}, checked by `rateLimit`. */
export interface StoreLimiterOptions {
  readonly store: StoreInterface;
  readonly policies: readonly RateLimitPolicy[];
  readonly prefix: string;
  readonly now: () => number;
}

const PLAIN_KEY = /^[\w.:/@-]{1,128}$/;

/**
 * Creates a limiter that counts in a store, exactly across all processes that use it: a request passes only if the
 * count includes it and all earlier requests. Each process determines the window by its own clock. If one policy
 * refuses a request and the store fails for another, the request stays refused: the error is reported, and policies
 * without a count are omitted.
 */
export function storeLimiter({
  store,
  policies,
  prefix,
  now,
}: StoreLimiterOptions): ReportingLimiter {
  return {
    async consume(key, cost, report, isDue) {
      const due = policies.filter(({ name, limit, window: length, kind }) =>
        isDue([store, prefix + name, limit, length, kind]),
      );
      const client = await plainKey(key);
      const time = now();
      const counted = await settled(
        due.map(async (policy) => {
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

/**
 * @throws {OptionError} as a rejection, if the store does not return a count: every client would be refused, or none
 */
async function countOf(state: Promise<CounterState>): Promise<number> {
  return storeResults.increment(await state, 'rateLimit.store');
}

function windowOf(policy: RateLimitPolicy, prefix: string, client: string, time: number) {
  const length = policy.window * 1_000;
  const index = Math.floor(time / length);
  const name = (at: number) => `${prefix}${policy.name}:${at}:${client}`;
  const slides = policy.kind !== 'fixed';
  return {
    current: name(index),
    previous: slides ? name(index - 1) : null,
    // A sliding window is read until the next one ends.
    ttl: slides ? 2 * length : length,
  };
}

/**
 * Hashes a long or unusual key, because keys can come from clients, which must not violate the limits of a store. Texts
 * that differ only in unpaired surrogates have the same bytes, unless they are escaped.
 */
async function plainKey(key: string): Promise<string> {
  if (PLAIN_KEY.test(key)) return key;
  const isText = key.isWellFormed();
  const bytes = new TextEncoder().encode(isText ? key : JSON.stringify(key));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `${isText ? '#' : '##'}${hash.join('')}`;
}
