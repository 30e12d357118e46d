import { expect, it } from '@jest/globals';
import { oncePerMinute } from './once-per-minute.js';

it('is true at first, and then a minute after it was last true', () => {
  let time = 0;
  const isDue = oncePerMinute(() => time);
  const at = (milliseconds: number): boolean => {
    time = milliseconds;
    return isDue();
  };
  expect([5, 6, 60_004, 60_005, 60_006, 120_004, 120_005].map(at)).toEqual([
    ...[true, false, false, true, false, false, true],
  ]);
});

it('is true a minute after the clock was set back, not when it is as late again', () => {
  let time = 9_000_000;
  const isDue = oncePerMinute(() => time);
  const at = (milliseconds: number): boolean => {
    time = milliseconds;
    return isDue();
  };
  expect([9_000_000, 1_000, 60_999, 61_000].map(at)).toEqual([true, false, false, true]);
});
