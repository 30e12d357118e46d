import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HandlerClock } from './handler-clock.js';
import { exactTimeouts, type Timeouts } from './timeouts.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** A clock, and what its handler's request is told. The tick comes when the test says. */
function clockOf(limit: number) {
  let tick: () => void = () => undefined;
  const timeouts: Timeouts = {
    start: exactTimeouts.start.bind(exactTimeouts),
    defer: (run) => {
      tick = run;
      return { end: () => undefined };
    },
  };
  const expire = jest.fn();
  const clock = new HandlerClock(timeouts, limit);
  const start = (): void => {
    clock.start({ giveUp: expire, listen: () => undefined });
  };
  const arm = (): void => {
    tick();
  };
  return { clock, expire, start, arm };
}

function started() {
  const made = clockOf(1_000);
  made.start();
  made.arm();
  return made;
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
    const { clock, expire, start, arm } = clockOf(1_000);
    clock.bodyWaits();
    start();
    arm();
    jest.advanceTimersByTime(60_000);
    clock.bodyRests();
    jest.advanceTimersByTime(1_000);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('runs from its start if an earlier read has ended', () => {
    const { clock, expire, start, arm } = clockOf(1_000);
    clock.bodyWaits();
    clock.bodyRests();
    start();
    arm();
    jest.advanceTimersByTime(1_000);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('counts from the tick on', () => {
    const { expire, start, arm } = clockOf(1_000);
    start();
    jest.advanceTimersByTime(250);
    expect(jest.getTimerCount()).toBe(0);
    arm();
    jest.advanceTimersByTime(999);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('counts once from a tick during which a read waits', () => {
    const { clock, expire, start, arm } = clockOf(1_000);
    start();
    clock.bodyWaits();
    arm();
    jest.advanceTimersByTime(60_000);
    expect(expire).not.toHaveBeenCalled();
    clock.bodyRests();
    jest.advanceTimersByTime(1_000);
    expect([expire.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('counts a limit that is shorter than a shared timeout from its start', () => {
    const { expire, start, arm } = clockOf(999);
    start();
    jest.advanceTimersByTime(249);
    arm();
    jest.advanceTimersByTime(750);
    expect([expire.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it.each([0, 250])('counts a shorter limit that is set later from then on: after %d ms', (at) => {
    const { clock, expire, start, arm } = clockOf(60_000);
    start();
    jest.advanceTimersByTime(at);
    if (at > 0) arm();
    clock.onTimeout(expire, null, 500);
    jest.advanceTimersByTime(499);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it('goes on with what was left when a limit that was set later ends, even twice', () => {
    const { clock, expire } = started();
    const responders = [jest.fn(), jest.fn()] as const;
    jest.advanceTimersByTime(600);
    clock.onTimeout(responders[0], null, 60_000);
    jest.advanceTimersByTime(50_000);
    clock.endLimit(responders[0]);
    clock.onTimeout(responders[1], null, 2_000);
    jest.advanceTimersByTime(1_999);
    clock.endLimit(responders[1]);
    jest.advanceTimersByTime(399);
    expect(expire).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
    expect(responders.flatMap((responder) => responder.mock.calls)).toEqual([]);
  });

  it('counts no time while a read waits, for a limit that was set later too', () => {
    const { clock, expire } = started();
    const responder = jest.fn();
    clock.onTimeout(responder, null, 500);
    jest.advanceTimersByTime(499);
    clock.bodyWaits();
    jest.advanceTimersByTime(60_000);
    clock.bodyRests();
    clock.endLimit(responder);
    jest.advanceTimersByTime(999);
    expect([expire.mock.calls.length, responder.mock.calls.length]).toEqual([0, 0]);
    jest.advanceTimersByTime(1);
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
