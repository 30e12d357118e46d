import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AsyncResource } from 'node:async_hooks';
import { Deadlines } from '../deadlines.js';
import { HandlerClock } from './handler-clock.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const TIMEOUT = 1_000;
const INTERVAL = 100;

/** The clock of a handler, and how often it was too late. */
function clocked() {
  let expired = 0;
  const context = new AsyncResource('Test');
  const handling = new Deadlines<HandlerClock>(TIMEOUT, INTERVAL, (clock) => {
    clock.expire();
  });
  const clock = new HandlerClock(handling, { context, giveUp: () => expired++ }, TIMEOUT);
  return { clock, expired: () => expired };
}

const pass = (ms: number): void => {
  jest.advanceTimersByTime(ms);
};

describe('the clock of a handler', () => {
  it('is over after the timeout, at the next check, once', () => {
    const { clock, expired } = clocked();
    clock.start();
    pass(TIMEOUT);
    expect(expired()).toBe(0);
    pass(INTERVAL);
    expect(expired()).toBe(1);
    pass(10 * TIMEOUT);
    expect(expired()).toBe(1);
  });

  it('is over exactly after the timeout if a read has waited', () => {
    const { clock, expired } = clocked();
    clock.start();
    clock.bodyWaits();
    clock.bodyRests();
    pass(TIMEOUT - 1);
    expect(expired()).toBe(0);
    pass(1);
    expect(expired()).toBe(1);
    pass(10 * TIMEOUT);
    expect(expired()).toBe(1);
  });

  it('does not count the time in which reads wait', () => {
    const { clock, expired } = clocked();
    clock.start();
    pass(300);
    clock.bodyWaits();
    pass(10 * TIMEOUT);
    clock.bodyRests();
    pass(200);
    clock.bodyWaits();
    pass(10 * TIMEOUT);
    clock.bodyRests();
    pass(499);
    expect(expired()).toBe(0);
    pass(1);
    expect(expired()).toBe(1);
  });

  it('counts nothing while a read waits that is announced twice', () => {
    const { clock, expired } = clocked();
    clock.start();
    pass(300);
    clock.bodyWaits();
    pass(600);
    clock.bodyWaits();
    clock.bodyRests();
    pass(699);
    expect(expired()).toBe(0);
    pass(1);
    expect(expired()).toBe(1);
  });

  it('begins after the read that waits when the handler returns', () => {
    const { clock, expired } = clocked();
    clock.bodyWaits();
    pass(10 * TIMEOUT);
    clock.start();
    pass(10 * TIMEOUT);
    expect([expired(), jest.getTimerCount()]).toEqual([0, 0]);
    clock.bodyRests();
    pass(TIMEOUT);
    expect(expired()).toBe(1);
  });

  it('does not begin when a read ends before the handler returns', () => {
    const { clock, expired } = clocked();
    clock.bodyWaits();
    clock.bodyRests();
    pass(10 * TIMEOUT);
    expect([expired(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  it('is over at once if no time is left after a read', () => {
    const { clock, expired } = clocked();
    clock.start();
    pass(TIMEOUT);
    clock.bodyWaits();
    clock.bodyRests();
    pass(1);
    expect(expired()).toBe(1);
  });

  it('goes on with what was left when a limit that was set later ends', () => {
    const { clock, expired } = clocked();
    const responder = jest.fn();
    clock.start();
    pass(600);
    clock.onTimeout(responder, null, 10 * TIMEOUT);
    pass(9 * TIMEOUT);
    clock.endLimit(responder);
    pass(399);
    expect(expired()).toBe(0);
    pass(1);
    expect([expired(), responder.mock.calls.length]).toEqual([1, 0]);
  });

  it('has a whole limit that was set before its start, and its own after that', () => {
    const { clock, expired } = clocked();
    const responder = jest.fn();
    clock.onTimeout(responder, null, 300);
    pass(10 * TIMEOUT);
    clock.start();
    pass(299);
    clock.endLimit(responder);
    pass(TIMEOUT - 1);
    expect(expired()).toBe(0);
    pass(1);
    expect([expired(), responder.mock.calls.length]).toEqual([1, 0]);
  });

  it.each<[string, (clock: HandlerClock) => void]>([
    ['without a read', () => undefined],
    [
      'after a read that waited',
      (clock) => {
        clock.bodyWaits();
        clock.bodyRests();
      },
    ],
    [
      'while a read waits',
      (clock) => {
        clock.bodyWaits();
      },
    ],
  ])('has no timer after its end, %s, even if a read follows', (_, happen) => {
    const { clock, expired } = clocked();
    clock.start();
    happen(clock);
    clock.end();
    clock.bodyWaits();
    clock.bodyRests();
    pass(2 * TIMEOUT);
    expect([expired(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  it('does not keep the process running', () => {
    jest.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    const { clock } = clocked();
    clock.start();
    clock.bodyWaits();
    clock.bodyRests();
    expect(timers()).toHaveLength(before);
    clock.end();
  });
});
