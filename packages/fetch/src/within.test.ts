import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LONGEST_TIMER } from '@mortise/base/options';
import { exactTimeouts } from './timeouts.js';
import { within } from './within.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const late = () => new Error('late');
const never = new Promise<never>(() => undefined);

function settled(work: PromiseLike<unknown>, milliseconds: number) {
  const state = { is: 'pending' };
  within(work, exactTimeouts, milliseconds, late).then(
    () => (state.is = 'fulfilled'),
    () => (state.is = 'rejected'),
  );
  return state;
}

describe('within', () => {
  it.each([0, 1, 1_000, LONGEST_TIMER])('rejects after exactly %d ms', async (limit) => {
    const state = settled(never, limit);
    await jest.advanceTimersByTimeAsync(Math.max(0, limit - 1));
    if (limit > 0) expect(state.is).toBe('pending');
    await jest.advanceTimersByTimeAsync(1);
    expect(state.is).toBe('rejected');
  });

  it('does not reject immediately if the limit exceeds that of timers', async () => {
    const state = settled(never, LONGEST_TIMER + 1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(state.is).toBe('pending');
  });

  it('leaves no timer when the work settles', async () => {
    await within(Promise.resolve(1), exactTimeouts, 1_000, late);
    await expect(within(Promise.reject(late()), exactTimeouts, 1_000, late)).rejects.toThrow(
      'late',
    );
    expect(jest.getTimerCount()).toBe(0);
  });
});
