import { expect, it } from '@jest/globals';
import { accepted } from '@mortise/base/options';
import { LONGEST_TIMER } from '@mortise/base/options';
import { milliseconds } from './milliseconds.js';

it.each([
  [0, 0],
  [7, 7],
  [LONGEST_TIMER, 2_147_483_647],
  [LONGEST_TIMER + 1, 2_147_483_647],
])('a time of %i ms is %i, at most that of a timer', (value, expected) => {
  expect(accepted(milliseconds, value, 'toy.time')).toBe(expected);
});

it.each([-1, 1.5, Infinity, '7', null])('%p is not a time', (value) => {
  expect(() => accepted(milliseconds, value, 'toy.time')).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'toy.time', value }),
  );
});
