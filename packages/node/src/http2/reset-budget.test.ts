import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { resetBudget } from './reset-budget.js';

let now = 0;
beforeEach(() => {
  now = 50_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Takes several resets at once. */
function taken(budget: () => boolean, count: number): boolean[] {
  return Array.from({ length: count }, () => budget());
}

describe('the budget for resets', () => {
  it('is exceeded by one reset more than its number', () => {
    expect(taken(resetBudget(3), 5)).toEqual([false, false, false, true, true]);
    expect(taken(resetBudget(0), 1)).toEqual([true]);
  });

  it('counts from the beginning when more than 10 s have passed since the first', () => {
    const budget = resetBudget(2);
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
