import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { client, closeClients } from '../../test/http2-client.js';
import { bareHttp2, closeBareHttp2 } from '../../test/http2-streams.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { connectionOf } from '../connection/connection.js';
import { PIECE, socketOf, StreamSocket } from './stream-socket.js';

afterEach(() => {
  jest.useRealTimers();
  closeClients();
  closeBareHttp2();
});

/** The socket of a request that has arrived, with its stream and the real socket. */
async function opened() {
  const { url, next, sockets } = await bareHttp2();
  const asked = client(url)
    .request()
    .on('error', () => undefined);
  const { stream } = await next();
  const [real] = sockets;
  if (real === undefined) throw new Error('no connection');
  return { asked, stream, real, socket: new StreamSocket(stream, real) };
}

describe('the socket of a stream', () => {
  it('has the addresses of the connection, and belongs to the stream', async () => {
    const { socket, stream, real } = await opened();
    const addresses = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) => [
      remoteAddress,
      remotePort,
      localAddress,
      localPort,
    ];
    expect(addresses(socket as unknown as Socket)).toEqual(addresses(real));
    expect(new Set(addresses(real)).size).toBe(3);
    expect(socketOf(stream)).toBe(socket);
  });

  it('has the member `encrypted` only on a connection with TLS', async () => {
    const { socket, stream, real } = await opened();
    expect('encrypted' in socket).toBe(false);
    Object.assign(real, { encrypted: true });
    expect(new StreamSocket(stream, real).encrypted).toBe(true);
  });

  it('counts as unsent what waits in the stream', async () => {
    const { socket, stream } = await opened();
    expect(socket.unsent).toBe(0);
    stream.respond({ ':status': 200 });
    stream.cork();
    stream.write('12345');
    expect(socket.unsent).toBe(5);
  });

  it('adds and removes listeners of the stream', async () => {
    const { socket, stream } = await opened();
    const [first, second] = [jest.fn(), jest.fn()];
    expect(socket.on('a', first).once('a', second)).toBe(socket);
    stream.emit('a');
    stream.emit('a');
    expect(socket.off('a', first)).toBe(socket);
    stream.emit('a');
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
    expect(socket.on('a', first).removeListener('a', first)).toBe(socket);
    expect(stream.listenerCount('a')).toBe(0);
  });

  it('passes on the reason of an abort, and that the server closes, to the listeners of its own', async () => {
    const { socket } = await opened();
    const listener = { unsent: 0, abort: jest.fn(), beginClosing: jest.fn() };
    connectionOf(socket as unknown as Socket).add(listener);
    socket.beginClosing('closing');
    expect([listener.abort.mock.calls, listener.beginClosing.mock.calls]).toEqual([
      [],
      [['closing']],
    ]);
    socket.abort('gone');
    expect(listener.abort.mock.calls).toEqual([['gone']]);
  });
});

describe('the state of the socket of a stream', () => {
  const state = ({ destroyed, readable, writable, isCut }: StreamSocket) => ({
    destroyed,
    readable,
    writable,
    isCut,
  });

  it('is open until the response has ended, and not destroyed afterwards', async () => {
    const { socket, stream, asked } = await opened();
    const open = { destroyed: false, readable: true, writable: true, isCut: false };
    expect(state(socket)).toEqual(open);
    stream.respond({ ':status': 200 });
    stream.end('x');
    asked.resume();
    await waitFor(() => stream.destroyed);
    expect(state(socket)).toEqual(open);
  });

  it('is destroyed when the client resets the stream in the middle of the response', async () => {
    const { socket, stream, asked } = await opened();
    stream.respond({ ':status': 200 });
    stream.write(new Uint8Array(10 * PIECE));
    await waitForEvent('the response', once(asked, 'response'));
    asked.close(8);
    await waitFor(() => stream.destroyed);
    const reset = { destroyed: true, readable: false, writable: false, isCut: false };
    expect(state(socket)).toEqual(reset);
  });

  it('is destroyed by `destroy`, which resets the stream', async () => {
    const { socket, stream, asked } = await opened();
    stream.respond({ ':status': 200 });
    stream.write('x');
    await waitForEvent('data', once(asked, 'data'));
    socket.destroy();
    const cut = { destroyed: true, readable: false, writable: false, isCut: true };
    expect(state(socket)).toEqual(cut);
    await waitFor(() => asked.closed);
    expect([asked.rstCode, asked.readableEnded, stream.errored?.message]).toEqual([
      2,
      false,
      'the response ended early',
    ]);
  });

  it('does not fail if `destroy` is called after the response', async () => {
    const { socket, stream } = await opened();
    stream.respond({ ':status': 200 });
    await new Promise<void>((resolve) => stream.end('x', resolve));
    socket.destroy();
    expect([socket.isCut, stream.errored]).toEqual([true, null]);
  });
});

describe('setTimeout of the socket of a stream', () => {
  const TIME = 1_000;
  /** What a timer of 0 ms takes: in it, the process reads what has arrived. */
  const TURN = 1;
  const QUARTER = PIECE / 4;

  /** A socket that waits; `pass` lets the time pass while the stream and its connection send so much. */
  async function waiting() {
    const { socket, real } = await opened();
    jest.useFakeTimers();
    let carried = 0;
    Object.defineProperty(real, 'bytesWritten', { get: () => carried });
    socket.setTimeout(TIME);
    const pass = (sent: number, sentByAll: number): boolean => {
      socket.written += sent;
      carried += sentByAll;
      jest.advanceTimersByTime(TIME + TURN);
      return socket.isCut;
    };
    return { socket, pass };
  }

  it('cuts off a stream that makes no progress on an idle connection, no earlier', async () => {
    const { socket } = await waiting();
    jest.advanceTimersByTime(TIME);
    expect(socket.isCut).toBe(false);
    jest.advanceTimersByTime(TURN);
    expect(socket.isCut).toBe(true);
  });

  it('keeps a stream whose progress a process that stood still reads only after the time', async () => {
    const { socket } = await waiting();
    jest.advanceTimersByTime(TIME);
    socket.written += 1;
    jest.advanceTimersByTime(TURN);
    expect(socket.isCut).toBe(false);
    jest.advanceTimersByTime(TIME + TURN);
    expect(socket.isCut).toBe(true);
  });

  it('keeps a stream that makes any progress', async () => {
    const { pass } = await waiting();
    for (let turn = 0; turn < 10; turn++) expect(pass(1, 0)).toBe(false);
    expect(pass(0, 0)).toBe(true);
  });

  it('keeps one without progress for three times while its connection sends a quarter of a piece', async () => {
    const { pass } = await waiting();
    const turns = [QUARTER, QUARTER, QUARTER, QUARTER].map((sent) => pass(0, sent));
    expect(turns).toEqual([false, false, false, true]);
  });

  it('counts those times again after progress', async () => {
    const { pass } = await waiting();
    for (let turn = 0; turn < 3; turn++) pass(0, QUARTER);
    const turns = [pass(1, 0), ...Array.from({ length: 4 }, () => pass(0, QUARTER))];
    expect(turns).toEqual([false, false, false, false, true]);
  });

  it('cuts it off if the connection has sent less since the last time', async () => {
    const { pass } = await waiting();
    expect([pass(0, 2 * QUARTER), pass(0, QUARTER - 1)]).toEqual([false, true]);
  });

  it('counts what waits in the stream as not sent', async () => {
    const { socket, stream } = await opened();
    stream.respond({ ':status': 200 });
    stream.cork();
    jest.useFakeTimers();
    socket.setTimeout(TIME);
    stream.write('12345');
    socket.written += 5;
    jest.advanceTimersByTime(TIME + TURN);
    expect(socket.isCut).toBe(true);
  });

  it('ends the wait with 0, and begins again with another time', async () => {
    const { socket } = await waiting();
    socket.setTimeout(0);
    expect(jest.getTimerCount()).toBe(0);
    socket.setTimeout(TIME);
    socket.setTimeout(2 * TIME);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(2 * TIME);
    expect(socket.isCut).toBe(false);
    jest.advanceTimersByTime(TURN);
    expect([socket.isCut, jest.getTimerCount()]).toEqual([true, 0]);
  });

  it('does not keep the process running', async () => {
    const { socket } = await opened();
    const active = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = active();
    socket.setTimeout(600_000);
    expect(active()).toBe(before);
    socket.setTimeout(0);
  });
});
