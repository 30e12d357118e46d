import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SharedTimeouts } from './shared-timeouts.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('SharedTimeouts', () => {
  it.each([
    [0, 0],
    [999, 0],
    [1_000, 500],
    [1_001, 500],
    [1_249, 500],
    [15_000, 500],
  ])('lets a timeout of %d ms expire once, never early, at most %d ms late', (limit, late) => {
    const timeouts = new SharedTimeouts();
    const expire = jest.fn();
    timeouts.start(60_000, () => undefined);
    jest.advanceTimersByTime(249);
    timeouts.start(limit, expire);
    jest.advanceTimersByTime(Math.max(0, limit - 1));
    if (limit > 0) expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1 + late);
    expect(expire).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(limit + late);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it.each([1_000, 1_001, 1_250])(
    'lets a timeout of %d ms that starts right after a tick expire at most 500 ms late',
    (limit) => {
      const timeouts = new SharedTimeouts();
      const expire = jest.fn();
      timeouts.start(60_000, () => undefined);
      jest.advanceTimersByTime(250);
      timeouts.start(limit, expire);
      jest.advanceTimersByTime(limit - 1);
      expect(expire).not.toHaveBeenCalled();
      jest.advanceTimersByTime(500);
      expect(expire).toHaveBeenCalledTimes(1);
    },
  );

  it('uses one timer for many timeouts, and none when all have ended', () => {
    const timeouts = new SharedTimeouts();
    const running = [1_000, 2_000, 30_000].map((limit) => timeouts.start(limit, () => undefined));
    expect(jest.getTimerCount()).toBe(1);
    for (const timeout of running) timeout.end();
    jest.advanceTimersByTime(250);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('starts again after it was empty', () => {
    const timeouts = new SharedTimeouts();
    const expire = jest.fn();
    timeouts.start(1_000, () => undefined).end();
    jest.advanceTimersByTime(250);
    timeouts.start(1_000, expire);
    jest.advanceTimersByTime(1_500);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('runs what is deferred once, within 250 ms, unless it is ended before', () => {
    const timeouts = new SharedTimeouts();
    const run = jest.fn();
    const ended = jest.fn();
    timeouts.defer(run);
    timeouts.defer(ended).end();
    expect(run).not.toHaveBeenCalled();
    jest.advanceTimersByTime(250);
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_000);
    expect([run.mock.calls.length, ended.mock.calls.length]).toEqual([1, 0]);
  });

  it('does not let a timeout expire after its end, even if another one that expires ends it', () => {
    const timeouts = new SharedTimeouts();
    const expired: string[] = [];
    const first = timeouts.start(1_000, () => {
      expired.push('first');
      second.end();
    });
    const second = timeouts.start(1_000, () => expired.push('second'));
    timeouts.start(1_000, () => expired.push('third'));
    jest.advanceTimersByTime(1_500);
    first.end();
    expect(expired).toEqual(['first', 'third']);
  });
});
