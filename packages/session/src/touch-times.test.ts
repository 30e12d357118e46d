import { describe, expect, it } from '@jest/globals';
import { TouchTimes } from './touch-times.js';

describe('TouchTimes', () => {
  it('is due for an unknown session, and again exactly after the interval', () => {
    let now = 1_000;
    const times = new TouchTimes(100, () => now);
    expect(times.isDue('a')).toBe(true);
    times.note('a');
    now = 1_099;
    expect(times.isDue('a')).toBe(false);
    now = 1_100;
    expect(times.isDue('a')).toBe(true);
  });

  it('is due after the clock was set back, and then after the interval again', () => {
    let now = 1_000;
    const times = new TouchTimes(100, () => now);
    times.note('a');
    now = 999;
    expect(times.isDue('a')).toBe(true);
    times.note('a');
    expect(times.isDue('a')).toBe(false);
    now = 1_099;
    expect(times.isDue('a')).toBe(true);
  });

  it('remembers 10,000 sessions: those that were noted last', () => {
    const times = new TouchTimes(100, () => 0);
    for (let at = 0; at < 10_000; at++) times.note(`id-${at}`);
    times.note('id-0');
    expect(['id-0', 'id-1', 'id-2'].map((id) => times.isDue(id))).toEqual([false, false, false]);
    times.note('another');
    expect(['id-0', 'id-1', 'id-2'].map((id) => times.isDue(id))).toEqual([false, true, false]);
  });
});
