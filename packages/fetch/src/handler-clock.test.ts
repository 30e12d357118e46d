import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HandlerClock } from './handler-clock.js';
import { exactTimeouts } from './timeouts.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** As on a platform where each timeout has its own timer: then the tick is immediate. */
function started() {
  const clock = new HandlerClock(exactTimeouts, 1_000);
  const expire = jest.fn();
  clock.start(expire);
  clock.arm();
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
    clock.arm();
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
    clock.arm();
    jest.advanceTimersByTime(1_000);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('counts from the tick on', () => {
    const clock = new HandlerClock(exactTimeouts, 1_000);
    const expire = jest.fn();
    clock.start(expire);
    jest.advanceTimersByTime(250);
    expect(jest.getTimerCount()).toBe(0);
    clock.arm();
    jest.advanceTimersByTime(999);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('counts once from a tick during which a read waits', () => {
    const clock = new HandlerClock(exactTimeouts, 1_000);
    const expire = jest.fn();
    clock.start(expire);
    clock.bodyWaits();
    clock.arm();
    jest.advanceTimersByTime(60_000);
    expect(expire).not.toHaveBeenCalled();
    clock.bodyRests();
    jest.advanceTimersByTime(1_000);
    expect([expire.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('counts a limit that is shorter than a shared timeout from its start', () => {
    const clock = new HandlerClock(exactTimeouts, 999);
    const expire = jest.fn();
    clock.start(expire);
    clock.arm();
    jest.advanceTimersByTime(999);
    expect([expire.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it.each([0, 250])('counts a shorter limit that is set later from then on: after %d ms', (at) => {
    const clock = new HandlerClock(exactTimeouts, 60_000);
    const expire = jest.fn();
    clock.start(expire);
    jest.advanceTimersByTime(at);
    if (at > 0) clock.arm();
    clock.allow(500);
    jest.advanceTimersByTime(499);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect([expire.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
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
