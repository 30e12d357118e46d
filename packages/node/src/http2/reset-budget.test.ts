import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ResetBudget } from './reset-budget.js';

let now = 0;
beforeEach(() => {
  now = 50_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Takes several resets at once. */
function taken(budget: ResetBudget, count: number): boolean[] {
  return Array.from({ length: count }, () => budget.take());
}

describe('ResetBudget', () => {
  it('is exceeded by one reset more than its number', () => {
    expect(taken(new ResetBudget(3), 5)).toEqual([false, false, false, true, true]);
    expect(taken(new ResetBudget(0), 1)).toEqual([true]);
  });

  it('counts from the beginning when more than 10 s have passed since the first', () => {
    const budget = new ResetBudget(2);
    taken(budget, 1);
    now += 5_000;
    taken(budget, 1);
    now += 5_000;
    expect(taken(budget, 1)).toEqual([true]);
    now += 1;
    expect(taken(budget, 3)).toEqual([false, false, true]);
    now += 10_000;
    expect(taken(budget, 1)).toEqual([true]);
    now += 1;
    expect(taken(budget, 3)).toEqual([false, false, true]);
  });
});
