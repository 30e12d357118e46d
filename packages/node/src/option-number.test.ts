import { describe, expect, it } from '@jest/globals';
import { NodeAdapterError } from './errors.js';
import { count, MAX_TIMER_DELAY, milliseconds } from './option-number.js';

/** What a check returns, or the message of its refusal. */
function outcome(check: () => number): unknown {
  try {
    return check();
  } catch (error) {
    expect(error).toBeInstanceOf(NodeAdapterError);
    expect(error).toMatchObject({ code: 'OPTION_INVALID' });
    return (error as Error).message;
  }
}

describe('an option that is a number', () => {
  it.each([
    [0, 0, 0],
    [Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER],
    [-1, 0, 'invalid workers: received -1; expected an integer of at least 0'],
    [3, 3, 3],
    [2, 3, 'invalid workers: received 2; expected an integer of at least 3'],
    [1.5, 0, 'invalid workers: received 1.5; expected an integer of at least 0'],
    [Number.NaN, 0, 'invalid workers: received NaN; expected an integer of at least 0'],
    [Infinity, 0, 'invalid workers: received Infinity; expected an integer of at least 0'],
    ['4', 0, 'invalid workers: received "4"; expected an integer of at least 0'],
  ])('of %p with a minimum of %i is %p', (value, least, expected) => {
    expect(outcome(() => count('workers', value as number, least))).toBe(expected);
  });

  it('has a minimum of 0 by default', () => {
    expect([outcome(() => count('n', 0)), outcome(() => count('n', -1))]).toEqual([
      0,
      'invalid n: received -1; expected an integer of at least 0',
    ]);
  });
});

describe('an option that is a time', () => {
  it.each([
    [0, 0],
    [MAX_TIMER_DELAY, 2_147_483_647],
    [MAX_TIMER_DELAY + 1, 2_147_483_647],
    [-1, 'invalid time: received -1; expected an integer of at least 0'],
    [Infinity, 'invalid time: received Infinity; expected an integer of at least 0'],
  ])('of %p milliseconds is %p', (value, expected) => {
    expect(outcome(() => milliseconds('time', value))).toBe(expected);
  });
});
