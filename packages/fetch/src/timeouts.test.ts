import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LONGEST_TIMER } from '@mortise/base/options';
import { exactTimeouts } from './timeouts.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('exactTimeouts', () => {
  it('runs what is deferred synchronously, because a timer of its own costs more', () => {
    let runs = 0;
    exactTimeouts.defer(() => runs++).end();
    expect(runs).toBe(1);
  });

  it('lets a timeout expire once, after its time', () => {
    const expire = jest.fn();
    exactTimeouts.start(10, expire);
    jest.advanceTimersByTime(9);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(100);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('does not let a timeout expire after its end, and keeps no timer', () => {
    const expire = jest.fn();
    exactTimeouts.start(10, expire).end();
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(10);
    expect(expire).not.toHaveBeenCalled();
  });

  it('shortens a time that no timer has to the longest one, instead of expiring at once', () => {
    expect(LONGEST_TIMER).toBe(2_147_483_647);
    const start = jest.spyOn(globalThis, 'setTimeout');
    exactTimeouts.start(Number.MAX_SAFE_INTEGER, () => undefined).end();
    expect(start).toHaveBeenCalledWith(expect.any(Function), 2_147_483_647);
  });
});
