import { expect, it } from '@jest/globals';
import { accepted } from '@mortise/base/options';
import { MAX_TIMER_DELAY, milliseconds } from './milliseconds.js';

it.each([
  [0, 0],
  [7, 7],
  [MAX_TIMER_DELAY, 2_147_483_647],
  [MAX_TIMER_DELAY + 1, 2_147_483_647],
])('a time of %i ms is %i, at most that of a timer', (value, expected) => {
  expect(accepted(milliseconds, value, 'toy.time')).toBe(expected);
});

it.each([-1, 1.5, Infinity, '7', null])('%p is not a time', (value) => {
  expect(() => accepted(milliseconds, value, 'toy.time')).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'toy.time', value }),
  );
});
