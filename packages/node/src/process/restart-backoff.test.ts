import { describe, expect, it } from '@jest/globals';
import { restartBackoff } from './restart-backoff.js';

describe('the delay until a worker is replaced', () => {
  it('doubles with each failure, up to 30 s', () => {
    const delay = restartBackoff();
    let now = 0;
    const delays = Array.from({ length: 11 }, () => {
      const next = delay(now);
      now += next + 50;
      return next;
    });
    expect(delays).toEqual([
      100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000,
    ]);
  });

  it('starts over after a minute without a failure', () => {
    const delay = restartBackoff();
    expect([delay(0), delay(500), delay(70_000)]).toEqual([100, 200, 100]);
  });

  it('counts that minute from the end of the delay', () => {
    const delay = restartBackoff();
    expect([delay(0), delay(60_100)]).toEqual([100, 200]);
  });
});
