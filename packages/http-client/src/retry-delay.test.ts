import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './retry-delay.js';

const NOW = Date.UTC(2026, 0, 1);
const rules = { base: 100, max: 2_000, maxRetryAfter: 10_000, random: () => 0.5, now: () => NOW };

describe('retryDelay', () => {
  it('doubles its bound with each attempt, up to the maximum', () => {
    expect([1, 2, 3, 6, 100].map((attempt) => retryDelay(attempt, '', rules))).toEqual([
      ...[50, 100, 200, 1_000, 1_000],
    ]);
  });

  it.each([
    ['2', 2_050],
    ['0', 50],
    ['10', 10_050],
    ['11', null],
    ['9999999999', null],
    ['0000000000002', 2_050],
    ['Thu, 01 Jan 2026 00:00:03 GMT', 3_050],
    ['Thu, 01 Jan 2026 00:01:00 GMT', null],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 50],
    ['soon', null],
    ['-1', null],
    ['1.0', null],
    ['1, 2', null],
  ])('waits at least as long as Retry-After: %s', (retryAfter, delay) => {
    expect(retryDelay(1, retryAfter, rules)).toBe(delay);
  });
});
