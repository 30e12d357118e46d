import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { defaultLimits } from '../server-limits.js';
import { CLOSE, connectionOf } from './connection.js';

describe('a connection', () => {
  const used = () => {
    const connection = connectionOf(new Socket());
    connection.requests = 1;
    connection.idleTicks(100);
    return connection;
  };

  it('counts the ticks since its last activity', () => {
    const connection = used();
    expect([connection.idleTicks(100), connection.idleTicks(100)]).toEqual([1, 2]);
  });

  it('is not idle while a request is open, and starts counting again after it', () => {
    const connection = used();
    connection.idleTicks(100);
    connection.open = 1;
    expect(connection.idleTicks(100)).toBe(0);
    connection.open = 0;
    expect(connection.idleTicks(100)).toBe(1);
  });

  it('starts counting again after a request between two ticks', () => {
    const connection = used();
    connection.idleTicks(100);
    connection.requests = 2;
    expect([connection.idleTicks(200), connection.idleTicks(200)]).toEqual([0, 1]);
  });

  it('is not idle while the next request is arriving', () => {
    const connection = used();
    expect([connection.idleTicks(101), connection.idleTicks(101)]).toEqual([0, 0]);
  });

  it('is idle again if no request has followed those bytes in time', () => {
    const connection = used();
    const ticks = [101, 101, 101, 101].map((bytes) => connection.idleTicks(bytes, 2));
    expect(ticks).toEqual([0, 0, 0, 1]);
  });

  it('is not idle before its first request', () => {
    const connection = connectionOf(new Socket());
    expect([connection.idleTicks(0), connection.idleTicks(0)]).toEqual([0, 0]);
  });

  it('handles requests in order, even if one waits', () => {
    const limits = { ...defaultLimits, pipelinedRequests: 1 };
    const connection = connectionOf(new Socket());
    connection.open = 1;
    connection.hold(limits, () => undefined);
    connection.open = 0;
    expect(connection.mustWait(limits)).toBe(true);
  });
});

describe('the connection of a socket', () => {
  it('is always the same', () => {
    const socket = new Socket();
    expect(connectionOf(socket)).toBe(connectionOf(socket));
    expect(connectionOf(new Socket())).not.toBe(connectionOf(socket));
  });

  it('is fresh, kept as long as its owner likes, and announced to nobody', () => {
    expect(connectionOf(new Socket())).toMatchObject({
      requests: 0,
      closing: false,
      open: 0,
      malformed: 0,
      unread: null,
      takenOver: false,
      holdsRequests: false,
      keepAlive: { timeout: Infinity, fields: [] },
    });
    expect(CLOSE).toEqual(['Connection', 'close']);
  });
});

describe('the listeners of a connection', () => {
  function listening(...names: string[]) {
    const socket = new Socket();
    const connection = connectionOf(socket);
    const heard: string[] = [];
    const listeners = names.map((name) => {
      const listener = {
        unsent: 0,
        abort: (reason: unknown) => {
          heard.push(`${name} aborted: ${(reason as { code: string }).code}`);
          connection.delete(listener);
        },
        beginClosing: (reason: unknown) => {
          heard.push(`${name} closing: ${String(reason)}`);
          connection.delete(listener);
        },
      };
      connection.add(listener);
      connection.add(listener);
      return listener;
    });
    return { socket, connection, listeners, heard };
  }

  it('are all told that the client is gone, each once', async () => {
    const { socket, heard } = listening('a', 'b');
    socket.destroy();
    await setImmediate();
    expect(heard).toEqual(['a aborted: REQUEST_ABORTED', 'b aborted: REQUEST_ABORTED']);
  });

  it('are all told that the server is closing, each once', () => {
    const { connection, heard } = listening('a', 'b');
    connection.beginClosing('now');
    expect(heard).toEqual(['a closing: now', 'b closing: now']);
  });

  it('are told nothing after they were deleted, and delete no other', () => {
    const { connection, listeners, heard } = listening('a', 'b');
    const [first] = listeners;
    if (first === undefined) throw new Error('there are two');
    connection.delete(first);
    connection.delete(first);
    connection.beginClosing('now');
    expect(heard).toEqual(['b closing: now']);
  });
});

describe('another request has to wait', () => {
  const limits = { ...defaultLimits, pipelinedRequests: 2, unsentBytes: 100 };

  it.each([
    ['no request is open, however much is unsent', 0, [1_000], false],
    ['there are fewer than the limit, with as many bytes as allowed', 1, [40, 60], false],
    ['there are as many as the limit', 2, [], true],
    ['the responses together have one byte more than allowed', 1, [40, 61], true],
  ])('exactly if %s', (_, open, unsent, waits) => {
    const connection = connectionOf(new Socket());
    connection.open = open;
    for (const bytes of unsent) {
      connection.add({ unsent: bytes, abort: () => undefined, beginClosing: () => undefined });
    }
    expect(connection.mustWait(limits)).toBe(waits);
  });
});

describe('a connection with a request that waits', () => {
  const limits = { ...defaultLimits, pipelinedRequests: 1 };

  /** A connection with one open request, and others that wait for it. */
  function holding(...names: string[]) {
    const socket = new Socket();
    const connection = connectionOf(socket);
    const handled: string[] = [];
    socket.resume();
    connection.open = 1;
    for (const name of names) {
      connection.hold(limits, () => {
        connection.open++;
        handled.push(name);
      });
    }
    return { socket, connection, handled };
  }

  it('is read to the end of what has arrived, and not further', async () => {
    const { socket } = holding('a', 'b');
    expect(socket.isPaused()).toBe(false);
    await setImmediate();
    expect(socket.isPaused()).toBe(true);
  });

  it('stays paused though Node resumes it at the end of each request', async () => {
    const { socket } = holding('a');
    await setImmediate();
    socket.resume();
    await setImmediate();
    expect(socket.isPaused()).toBe(true);
  });

  it('has one listener for that, however many wait', () => {
    const { socket, connection } = holding('a', 'b');
    connection.leave();
    connection.leave();
    connection.hold(limits, () => undefined);
    expect(socket.listenerCount('resume')).toBe(1);
  });

  it('is not paused if there was room before the next tick', async () => {
    const { socket, connection } = holding('a');
    connection.leave();
    await setImmediate();
    expect(socket.isPaused()).toBe(false);
  });

  it('handles the requests one after the other, and reads on after the last one', async () => {
    const { socket, connection, handled } = holding('a', 'b');
    await setImmediate();
    connection.leave();
    await setImmediate();
    expect([handled, socket.isPaused()]).toEqual([['a'], true]);
    connection.leave();
    await setImmediate();
    expect([handled, socket.isPaused()]).toEqual([['a', 'b'], false]);
  });

  it.each<[string, (held: ReturnType<typeof holding>) => unknown]>([
    ['its last response is decided', ({ connection }) => (connection.closing = true)],
    ['it is gone', ({ socket }) => socket.destroy()],
  ])('passes all of them on, to be dropped, once %s', (_, happen) => {
    const held = holding('a', 'b');
    held.connection.open = 2;
    happen(held);
    held.connection.leave();
    expect(held.handled).toEqual(['a', 'b']);
  });

  it('is neither paused nor resumed after it was taken over', async () => {
    const paused = holding('a');
    paused.connection.takenOver = true;
    await setImmediate();
    expect(paused.socket.isPaused()).toBe(false);
    const resumed = holding('a');
    await setImmediate();
    resumed.connection.takenOver = true;
    resumed.connection.leave();
    expect([resumed.handled, resumed.socket.isPaused()]).toEqual([['a'], true]);
  });
});
