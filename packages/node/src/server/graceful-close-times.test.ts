import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connectionOf } from '../connection/connection.js';
import { type CloseOptions, declaredClose } from '../server-handle.js';
import { closeServer } from './graceful-close.js';
import type { HttpServer } from './http-server.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A server with one connection that has sent a byte, or nothing; it begins to close after `late` ms of its time. */
async function closing(sent: string, options: CloseOptions = {}, timeout = 600_000, late = 0) {
  const server = createServer().removeAllListeners('connection').listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  if (sent !== '') {
    client.write(sent);
    await once(socket, 'data');
  }
  const sockets = new Set<Socket>();
  const keep = (open: Socket): Socket => {
    sockets.add(open);
    return open.once('close', () => sockets.delete(open));
  };
  keep(socket);
  const left: number[] = [];
  const onBegin = (): void => {
    jest.advanceTimersByTime(late);
  };
  const http = { server, sockets } as unknown as HttpServer;
  const { idleTimeout } = declaredClose(options);
  const closed = closeServer(http, timeout, onBegin, idleTimeout).then((ms) => void left.push(ms));
  while (server.listening) await setImmediate();
  const pass = async (ms: number): Promise<void> => {
    jest.advanceTimersByTime(ms);
    await setImmediate();
  };
  /** A connection whose handshake has just ended. */
  const add = (): Socket => keep(new Socket());
  const end = async (): Promise<void> => {
    for (const open of sockets) open.destroy();
    await closed;
  };
  return { server, socket, left, closed, pass, add, end };
}

describe('a connection that has sent nothing', () => {
  it.each([
    [25, {}],
    [40, { idleTimeout: 40 }],
  ])('is closed after %i ms with %j', async (ms, options) => {
    const { socket, pass, end } = await closing('', options);
    await pass(ms - 1);
    expect(socket.destroyed).toBe(false);
    await pass(1);
    expect(socket.destroyed).toBe(true);
    await end();
  });

  it('is closed only after what has arrived in that time can have been read', async () => {
    const { socket, pass, end } = await closing('');
    const passing = pass(25);
    expect(socket.destroyed).toBe(false);
    await passing;
    expect(socket.destroyed).toBe(true);
    await end();
  });

  it('has the whole of that time if it was made after the server began to close', async () => {
    const { pass, add, end } = await closing('x');
    await pass(20);
    const added = add();
    await pass(5);
    expect(added.destroyed).toBe(false);
    await pass(25);
    expect(added.destroyed).toBe(true);
    await end();
  });

  it('is not closed if something has arrived in the meantime', async () => {
    const { pass, add, end } = await closing('x');
    const added = add();
    await pass(25);
    Object.defineProperty(added, 'bytesRead', { value: 1 });
    await pass(100);
    expect(added.destroyed).toBe(false);
    await end();
  });
});

describe('the end of the time', () => {
  it('is counted from the call, and aborts what runs before its connection closes', async () => {
    const { socket, left, closed, pass } = await closing('x', {}, 1_000, 300);
    const states: unknown[] = [];
    connectionOf(socket).add({
      unsent: 0,
      abort: (reason) => states.push([(reason as { code: string }).code, socket.destroyed]),
      beginClosing: () => undefined,
    });
    await pass(699);
    expect(socket.destroyed).toBe(false);
    await pass(1);
    expect(socket.destroyed).toBe(true);
    expect(states[0]).toEqual(['SERVER_CLOSED', false]);
    await closed;
    expect(left).toEqual([0]);
  });

  it('leaves the rest of the time to what follows, and no timer, neither that of Node', async () => {
    const { server, left, pass, end } = await closing('x', {}, 1_000, 300);
    let closes = 0;
    // What stops the checks of Node for late requests.
    server.close = () => {
      closes++;
      return server;
    };
    await pass(100);
    await end();
    expect([left, jest.getTimerCount(), closes]).toEqual([[600], 0, 1]);
  });
});
