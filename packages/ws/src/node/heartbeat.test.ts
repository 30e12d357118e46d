import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { standStill } from '../../../../tooling/testing/stand-still.js';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
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

it('a heartbeat loses no connection in an interval in which the process stood still', async () => {
  const calls: string[] = [];
  const connection = {
    received: 0,
    wasPaused: () => false,
    ping: () => void calls.push('ping'),
    lose: () => void calls.push('lose'),
  };
  const stop = heartbeat(connection, 20);
  // Between the first ping and the second.
  setTimeout(standStill, 25, 80);
  await waitFor(() => calls.length >= 2);
  stop();
  expect(calls.slice(0, 2)).toEqual(['ping', 'ping']);
});
