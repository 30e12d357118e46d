import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Socket } from 'node:net';
import { defaultLimits, type ServerLimits } from '../server-limits.js';
import { connectionOf } from './connection.js';
import { idleConnections } from './idle-connections.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** What a turn takes here: in it, the process reads what has arrived. */
const TURN = 1;

/** Watches connections that have carried a request each, by the time that they are kept. */
function watching(limits: Partial<ServerLimits>, ...timeouts: number[]) {
  const sockets = timeouts.map((timeout) => {
    const socket = new Socket();
    const connection = connectionOf(socket);
    connection.requests = 1;
    connection.keepAlive = { timeout, fields: [] };
    return socket;
  });
  const watched = new Set(sockets);
  const watch = idleConnections(watched, { ...defaultLimits, ...limits });
  return { watch, watched, sockets, open: () => sockets.map(({ destroyed }) => !destroyed) };
}

/** The milliseconds after which a connection is closed. */
function closedAfter(limits: Partial<ServerLimits>, timeout: number): number {
  const { watch, open } = watching(limits, timeout);
  watch();
  for (let ms = 1; ms < 10_000; ms++) {
    jest.advanceTimersByTime(1);
    if (!open().includes(true)) return ms - TURN;
  }
  return Infinity;
}

describe('an idle connection', () => {
  // The first check only notices the request before it.
  it.each([
    ['the time that it is kept, and one interval', 100, 1_000, 1_000, 1_100],
    ['a time that is not a multiple of the interval', 400, 1_000, 1_000, 1_600],
    ['a time of its own, like that of a proxy', 100, 1_000, 3_000, 3_100],
    ['a time below the interval', 1_000, 200, 200, 400],
    ['no time', 1_000, 0, 0, 1],
    ['no time, for ever', 1_000, 1_000, Infinity, Infinity],
  ])('is closed after %s', (_, checkInterval, keepAliveTimeout, timeout, ms) => {
    expect(closedAfter({ checkInterval, keepAliveTimeout }, timeout)).toBe(ms);
  });

  it('is closed alone, each after its own time', () => {
    const { watch, open } = watching({ checkInterval: 100 }, 200, 5_000);
    watch();
    jest.advanceTimersByTime(300 + TURN);
    expect(open()).toEqual([false, true]);
  });

  it('is kept if a process that stood still reads only after the time what had arrived', () => {
    const { watch, sockets, open } = watching({ checkInterval: 100 }, 200);
    watch();
    jest.advanceTimersByTime(300);
    Object.defineProperty(sockets[0], 'bytesRead', { value: 2 });
    jest.advanceTimersByTime(TURN);
    expect(open()).toEqual([true]);
  });

  it('is closed after `headersTimeout` more if bytes arrive that no request follows', () => {
    const limits = { checkInterval: 100, headersTimeout: 1_000 };
    const { watch, sockets, open } = watching(limits, 200);
    watch();
    jest.advanceTimersByTime(100);
    Object.defineProperty(sockets[0], 'bytesRead', { value: 2 });
    jest.advanceTimersByTime(1_300);
    expect(open()).toEqual([true]);
    jest.advanceTimersByTime(100 + TURN);
    expect(open()).toEqual([false]);
  });

  it('is not closed as long as bytes arrive', () => {
    const { watch, sockets, open } = watching({ checkInterval: 100 }, 200, 200);
    let bytesRead = 0;
    Object.defineProperty(sockets[1], 'bytesRead', { get: () => bytesRead++ });
    watch();
    jest.advanceTimersByTime(5_000);
    expect(open()).toEqual([false, true]);
  });
});

describe('the timer for idle connections', () => {
  it('is one, however many connections open, and ends when all have closed', () => {
    const { watch, watched } = watching({ checkInterval: 100 }, 1_000, 1_000);
    expect(jest.getTimerCount()).toBe(0);
    watch();
    watch();
    jest.advanceTimersByTime(100);
    expect(jest.getTimerCount()).toBe(1);
    watched.clear();
    jest.advanceTimersByTime(100);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('starts again with the next connection', () => {
    const { watch, watched, sockets, open } = watching({ checkInterval: 100 }, 200);
    watched.clear();
    watch();
    jest.advanceTimersByTime(100);
    for (const socket of sockets) watched.add(socket);
    watch();
    jest.advanceTimersByTime(300 + TURN);
    expect(open()).toEqual([false]);
  });

  it('does not keep the process running', () => {
    jest.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    const { watch } = watching({ checkInterval: 1 }, 0);
    watch();
    expect(timers()).toHaveLength(before);
  });
});
