import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connectionOf } from './connection.js';
import { LingeringClose } from './lingering-close.js';

const MIB = 1024 * 1024;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A request whose body was not read. */
function unread(change: (incoming: IncomingMessage) => unknown = () => undefined) {
  const socket = new Socket();
  const incoming = new IncomingMessage(socket);
  change(incoming);
  new LingeringClose(100).discardBody(incoming);
  return { socket, incoming };
}

describe('a body that no handler reads', () => {
  it('is discarded, and the connection knows it', async () => {
    const { socket, incoming } = unread();
    incoming.push('x');
    await setImmediate();
    expect(incoming.readableLength).toBe(0);
    expect(connectionOf(socket).unread).toBe(incoming);
  });

  it('may have 16 MiB; its connection closes at the next byte', async () => {
    const { socket, incoming } = unread();
    for (let mib = 0; mib < 16; mib++) incoming.push(Buffer.alloc(MIB));
    await setImmediate();
    expect(socket.destroyed).toBe(false);
    incoming.push('x');
    await setImmediate();
    expect(socket.destroyed).toBe(true);
  });

  it('may take 5 s; then its connection closes at the next check', () => {
    const { socket } = unread();
    jest.advanceTimersByTime(5_000);
    expect(socket.destroyed).toBe(false);
    jest.advanceTimersByTime(100);
    expect(socket.destroyed).toBe(true);
  });

  it('leaves its connection alone once it has arrived', async () => {
    const { socket, incoming } = unread();
    incoming.complete = true;
    incoming.push(null);
    await setImmediate();
    await setImmediate();
    expect(incoming.closed).toBe(true);
    jest.advanceTimersByTime(60_000);
    expect(socket.destroyed).toBe(false);
  });

  it.each<[string, (incoming: IncomingMessage) => unknown]>([
    ['has arrived already', (incoming) => (incoming.complete = true)],
    ['was destroyed', (incoming) => incoming.destroy()],
  ])('is left as it is if it %s', (_, change) => {
    const { socket, incoming } = unread(change);
    expect(connectionOf(socket).unread).toBe(null);
    expect([incoming.listenerCount('data'), incoming.readableFlowing]).toEqual([0, null]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
