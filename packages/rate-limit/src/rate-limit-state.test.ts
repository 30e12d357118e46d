import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { rateLimitState } from './index.js';

const policy = { name: 'p', limit: 10, window: 60 };
const MINUTE = 60_000;

describe('rateLimitState', () => {
  it.each([
    [
      'the first request',
      { current: 1, previous: 0 },
      0,
      { allowed: true, remaining: 9, reset: 60 },
    ],
    ['the last that fits', { current: 10, previous: 0 }, 0, { allowed: true, remaining: 0 }],
    ['one more', { current: 11, previous: 0 }, 0, { allowed: false, remaining: 0 }],
    ['a full previous window, at the border', { current: 1, previous: 10 }, 0, { allowed: false }],
    [
      'half of the previous window counted',
      { current: 5, previous: 10 },
      MINUTE / 2,
      { allowed: true, remaining: 0, reset: 30 },
    ],
    [
      'half of the previous window counted, and one request more',
      { current: 6, previous: 10 },
      MINUTE / 2,
      { allowed: false, remaining: 0 },
    ],
    [
      'fractions of a request and of a second, rounded',
      { current: 1, previous: 1 },
      MINUTE / 2 + 500,
      { allowed: true, remaining: 8, reset: 30 },
    ],
    [
      'more than the limit in both windows: nothing remains, not less',
      { current: 6, previous: 10 },
      0,
      { allowed: false, remaining: 0 },
    ],
  ])('decides %s', (_name, counts, now, expected) => {
    expect(rateLimitState(policy, counts, 1, now)).toMatchObject(expected);
  });

  it('leaves the quota that a refused request did not use to smaller ones', () => {
    const state = rateLimitState(policy, { current: 12, previous: 0 }, 5, 0);
    expect(state).toMatchObject({ allowed: false, remaining: 3 });
  });

  it.each([
    ['a full previous window', { current: 1, previous: 10 }, 1, 0, 6],
    ['a full current window', { current: 11, previous: 0 }, 1, 0, 66],
    ['a cost of the limit after others: two windows', { current: 15, previous: 0 }, 10, 0, 120],
    ['a cost over the limit: never', { current: 11, previous: 0 }, 11, 0, Infinity],
    ['a cost over the limit after others: never', { current: 16, previous: 10 }, 11, 0, Infinity],
  ])('sets retryAfter for %s', (_name, counts, cost, now, retryAfter) => {
    expect(rateLimitState(policy, counts, cost, now).retryAfter).toBe(retryAfter);
  });

  it('sets retryAfter to the next window for fixed windows', () => {
    const fixed = { ...policy, kind: 'fixed' as const };
    expect(rateLimitState(fixed, { current: 11, previous: 0 }, 1, 0).retryAfter).toBe(60);
    expect(rateLimitState(fixed, { current: 11, previous: 0 }, 1, 58_500).retryAfter).toBe(2);
    expect(rateLimitState(fixed, { current: 11, previous: 0 }, 1, 59_500).retryAfter).toBe(1);
  });

  it.each(Array.from({ length: 60 }, (_, second) => second))(
    'sets retryAfter exactly, %d whole seconds after a window began',
    (second) => {
      const at = (kind: 'fixed' | 'sliding', current: number, previous: number) =>
        rateLimitState({ ...policy, limit: 1, kind }, { current, previous }, 1, second * 1_000);
      expect(at('fixed', 2, 0)).toMatchObject({ retryAfter: 60 - second, reset: 60 - second });
      expect(at('sliding', 2, 0)).toMatchObject({ retryAfter: 120 - second });
      const share = { ...policy, limit: 3 };
      const state = rateLimitState(share, { current: 2, previous: 3 }, 1, second * 1_000);
      expect(state.retryAfter).toBe(Math.max(0, 40 - second));
    },
  );

  it.each(['sliding', 'fixed'] as const)(
    'allows the same request after retryAfter and not before if no other arrives, in %s windows',
    (kind) => {
      const counts = fc.record({
        others: fc.nat(20),
        previous: kind === 'fixed' ? fc.constant(0) : fc.nat(20),
        cost: fc.integer({ min: 1, max: 10 }),
      });
      fc.assert(
        fc.property(counts, fc.nat(59_999), ({ others, previous, cost }, now) => {
          const isAllowed = (time: number) => {
            const windows = Math.floor(time / MINUTE);
            const last = windows === 1 && kind === 'sliding' ? others : 0;
            const then =
              windows === 0
                ? { current: others + cost, previous }
                : { current: cost, previous: last };
            return rateLimitState({ ...policy, kind }, then, cost, time).allowed;
          };
          const state = rateLimitState(
            { ...policy, kind },
            { current: others + cost, previous },
            cost,
            now,
          );
          if (state.allowed) {
            expect(state.retryAfter).toBe(0);
            return;
          }
          expect(state.retryAfter).toBeGreaterThanOrEqual(1);
          expect(isAllowed(now + state.retryAfter * 1_000)).toBe(true);
          // Its fraction of a second is rounded.
          if (state.retryAfter > 2) {
            expect(isAllowed(now + (state.retryAfter - 2) * 1_000)).toBe(false);
          }
        }),
        { numRuns: numRuns() },
      );
    },
  );
});
