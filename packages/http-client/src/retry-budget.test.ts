import { describe, expect, it } from '@jest/globals';
import { RetryBudget } from './retry-budget.js';

function drained() {
  const clock = { now: 0 };
  const budget = new RetryBudget(() => clock.now);
  let taken = 0;
  while (budget.take()) taken++;
  return { budget, clock, taken };
}

describe('a budget of retries', () => {
  it('has 10 retries at first', () => {
    expect(drained().taken).toBe(10);
  });

  it('gets one a second, and saves up 10 at most', () => {
    const { budget, clock } = drained();
    clock.now = 999;
    expect(budget.take()).toBe(false);
    clock.now = 1_000;
    expect([budget.take(), budget.take()]).toEqual([true, false]);
    clock.now = 3_600_000;
    expect(Array.from({ length: 11 }, () => budget.take())).toEqual([
      ...Array.from({ length: 10 }, () => true),
      false,
    ]);
  });

  it('stays the same while the clock runs backwards', () => {
    const { budget, clock } = drained();
    clock.now = -5_000;
    expect(budget.take()).toBe(false);
  });
});
