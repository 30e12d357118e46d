import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { heartbeat } from './heartbeat.js';

describe('heartbeat', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function beating() {
    const calls: string[] = [];
    const pauses: boolean[] = [];
    const connection = {
      received: 0,
      wasPaused: () => pauses.shift() ?? false,
      ping: () => void calls.push('ping'),
      lose: () => void calls.push('lose'),
    };
    return { connection, calls, pauses };
  }

  it('pings at each interval as long as something arrives', () => {
    const { connection, calls } = beating();
    heartbeat(connection, 100);
    jest.advanceTimersByTime(99);
    expect(calls).toEqual([]);
    jest.advanceTimersByTime(1);
    connection.received = 2;
    jest.advanceTimersByTime(100);
    expect(calls).toEqual(['ping', 'ping']);
  });

  it('loses a connection from which nothing has arrived since the previous ping', () => {
    const { connection, calls } = beating();
    heartbeat(connection, 100);
    jest.advanceTimersByTime(200);
    expect(calls).toEqual(['ping', 'lose']);
  });

  it('counts only intervals in which the connection was always read', () => {
    const { connection, calls, pauses } = beating();
    pauses.push(true, true, true);
    heartbeat(connection, 100);
    jest.advanceTimersByTime(300);
    expect(calls).toEqual(['ping', 'ping', 'ping']);
    jest.advanceTimersByTime(100);
    expect(calls).toEqual(['ping', 'ping', 'ping', 'lose']);
  });

  it('stops, and does nothing with an interval of 0', () => {
    const { connection, calls } = beating();
    heartbeat(connection, 100)();
    heartbeat(connection, 0)();
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(calls).toEqual([]);
  });
});
