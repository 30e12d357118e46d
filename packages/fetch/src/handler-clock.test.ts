import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HandlerClock } from './handler-clock.js';
import { exactTimeouts } from './timeouts.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function started() {
  const clock = new HandlerClock(exactTimeouts, 1_000);
  const expire = jest.fn();
  clock.start(expire);
  return { clock, expire };
}

describe('HandlerClock', () => {
  it('expires exactly at its limit', () => {
    const { expire } = started();
    jest.advanceTimersByTime(999);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('does not count the time during which a read waits', () => {
    const { clock, expire } = started();
    jest.advanceTimersByTime(600);
    clock.bodyWaits();
    jest.advanceTimersByTime(60_000);
    clock.bodyRests();
    jest.advanceTimersByTime(399);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('does not start while an earlier read waits', () => {
    const clock = new HandlerClock(exactTimeouts, 1_000);
    const expire = jest.fn();
    clock.bodyWaits();
    clock.start(expire);
    jest.advanceTimersByTime(60_000);
    clock.bodyRests();
    jest.advanceTimersByTime(1_000);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('runs from its start if an earlier read has ended', () => {
    const clock = new HandlerClock(exactTimeouts, 1_000);
    const expire = jest.fn();
    clock.bodyWaits();
    clock.bodyRests();
    clock.start(expire);
    jest.advanceTimersByTime(1_000);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('has no timer after its end, even if reads continue', () => {
    const { clock, expire } = started();
    clock.end();
    clock.bodyWaits();
    clock.bodyRests();
    expect(jest.getTimerCount()).toBe(0);
    expect(expire).not.toHaveBeenCalled();
  });
});
