import { expect, it } from '@jest/globals';
import { oncePerMinute } from './once-per-minute.js';

/** What it returns at these times. */
function answersAt(times: readonly number[]): readonly boolean[] {
  let time = 0;
  const isDue = oncePerMinute(() => time);
  return times.map((now) => {
    time = now;
    return isDue();
  });
}

it('is true at first, and then a minute after it was last true', () => {
  const times = [5, 6, 60_004, 60_005, 60_006, 120_004, 120_005];
  expect(answersAt(times)).toEqual([true, false, false, true, false, false, true]);
});

it('is true a minute after the clock was set back, not when it is as late again', () => {
  expect(answersAt([9_000_000, 1_000, 60_999, 61_000])).toEqual([true, false, false, true]);
});
