import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { defaultLimits } from '../server-limits.js';
import { http2KeepAlive } from './http2-keep-alive.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const limits = { ...defaultLimits, headersTimeout: 1_000, writeTimeout: 3_000, checkInterval: 100 };

/** A connection whose bytes the test counts: an answer to a PING is as good as any other. */
class Line extends EventEmitter {
  bytesRead = 0;
  bytesWritten = 0;
  destroyed = false;
  readonly _handle = { writeQueueSize: 0 };
  destroy(): void {
    this.destroyed = true;
  }
}

/** @param writes whether a PING is written in the next turn */
function watched(writes = true) {
  const socket = new Line();
  const session = {
    destroyed: false,
    pings: 0,
    ping(): void {
      session.pings++;
      if (writes) setImmediate(() => (socket.bytesWritten += 17));
    },
  };
  http2KeepAlive(limits)(session as unknown as ServerHttp2Session, socket as unknown as Socket);
  /** Lets time pass, at the end of which some bytes arrive. */
  const after = (ms: number, bytes = 0) => {
    jest.advanceTimersByTime(ms);
    socket.bytesRead += bytes;
  };
  return { session, socket, after };
}

describe('a connection over HTTP/2', () => {
  it('gets a PING when it was silent for headersTimeout, at most one interval late', () => {
    const { session, after } = watched();
    after(1_000);
    expect(session.pings).toBe(0);
    after(100);
    expect(session.pings).toBe(1);
  });

  it('gets none while it sends, and one after it has stopped', () => {
    const { session, after } = watched();
    for (let i = 0; i < 10; i++) after(900, 1);
    expect(session.pings).toBe(0);
    after(2_200);
    expect(session.pings).toBe(1);
  });

  it('is closed when it sends nothing for writeTimeout after a PING', () => {
    const { socket, after } = watched();
    after(1_100);
    after(3_000);
    expect(socket.destroyed).toBe(false);
    after(100);
    expect(socket.destroyed).toBe(true);
  });

  it('is kept when it sends anything in that time, and asked again after the next silence', () => {
    const { session, socket, after } = watched();
    for (let asked = 1; asked < 4; asked++) {
      after(1_100);
      expect(session.pings).toBe(asked);
      after(3_000, 1);
      after(100);
    }
    expect(socket.destroyed).toBe(false);
  });

  it.each([
    ['is closed immediately if a PING is not written, and nothing waits', false, 0, true],
    ['is kept if a PING waits behind other frames', false, 1, false],
    ['is kept if a PING is written', true, 0, false],
  ])('%s', (_, writes, pending, destroyed) => {
    const { session, socket, after } = watched(writes);
    socket._handle.writeQueueSize = pending;
    after(1_150);
    expect([session.pings, socket.destroyed]).toEqual([1, destroyed]);
  });

  it('gets no PING if its session was destroyed', () => {
    const { session, after } = watched();
    session.destroyed = true;
    after(1_200);
    expect(session.pings).toBe(0);
  });

  it.each([
    ['before', 500, 0],
    ['after', 2_000, 1],
  ])(
    'is not watched any more when it was closed %s a PING, and leaves no timer',
    (_, ms, pings) => {
      const { session, socket, after } = watched();
      after(ms);
      socket.emit('close');
      after(10_000);
      expect([session.pings, jest.getTimerCount()]).toEqual([pings, 0]);
    },
  );
});
