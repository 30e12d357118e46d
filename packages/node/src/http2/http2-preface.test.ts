import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { standStill } from '../../../../tooling/testing/stand-still.js';
import { sleep } from '../../test/serving.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { Wire } from '../../test/wire.js';
import { detectHttp2 } from './http2-preface.js';

const servers: Server[] = [];
const wires: Wire[] = [];
afterEach(() => {
  for (const wire of wires.splice(0)) wire.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A connection, and what was detected on its server's side. */
async function detecting(timeout = 600_000) {
  const told: boolean[] = [];
  const server = createServer({ allowHalfOpen: true });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await waitForEvent('the server to listen', once(server, 'listening'));
  const taken = once(server, 'connection');
  const wire = new Wire((server.address() as AddressInfo).port);
  wires.push(wire);
  wire.socket.setNoDelay(true);
  const [socket] = (await waitForEvent('a connection', taken)) as [Socket];
  const before = listenersOf(socket);
  detectHttp2(socket, timeout, (isHttp2) => told.push(isHttp2));
  return { wire, socket, told, before };
}

function listenersOf(socket: Socket): unknown {
  return ['readable', 'end', 'timeout', 'error'].map((event) => socket.listenerCount(event));
}

describe('detectHttp2', () => {
  it.each([
    ['the first four bytes of the preface', 'PRI ', true],
    ['the whole preface and more', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nmore', true],
    ['another first byte', 'G', false],
    ['a method that begins alike', 'PROPFIND /', false],
    ['a fourth byte that differs', 'PRIX', false],
  ])('decides by %s, and leaves them unread', async (_, text, isHttp2) => {
    const { wire, socket, told, before } = await detecting();
    wire.send(text);
    await waitFor(() => told.length > 0);
    expect([told, String(socket.read())]).toEqual([[isHttp2], text]);
    expect([listenersOf(socket), socket.timeout]).toEqual([before, 0]);
  });

  it('waits for the fourth byte while the others could be of the preface', async () => {
    const { wire, socket, told } = await detecting();
    for (const letter of 'PRI') {
      wire.send(letter);
      const { bytesRead } = socket;
      await waitFor(() => socket.bytesRead > bytesRead);
      await sleep(2);
    }
    expect(told).toEqual([]);
    wire.send(' ');
    await waitFor(() => told.length > 0);
    expect([told, String(socket.read())]).toEqual([[true], 'PRI ']);
  });

  it.each(['', 'PRI'])('closes the connection of a client that ends it after %j', async (text) => {
    const { wire, socket, told } = await detecting();
    wire.socket.end(text);
    await wire.untilClosed();
    expect([socket.destroyed, socket.errored, told]).toEqual([true, null, []]);
  });

  it.each(['', 'PRI'])(
    'closes the connection of a client that is silent after %j',
    async (text) => {
      const { wire, socket, told } = await detecting(50);
      wire.send(text);
      await wire.untilClosed();
      expect([socket.destroyed, told]).toEqual([true, []]);
    },
  );

  it('decides by bytes that arrived in time in a process that stood still for longer', async () => {
    const { wire, told } = await detecting(20);
    wire.send('PRI ');
    standStill(50);
    await waitFor(() => told.length > 0 || wire.socket.closed);
    expect(told).toEqual([true]);
  });

  it('waits again for a client of which a process that stood still has read a part', async () => {
    const { wire, socket, told } = await detecting(20);
    wire.send('PRI');
    standStill(50);
    await waitFor(() => socket.bytesRead === 3);
    await wire.untilClosed();
    expect([socket.destroyed, told]).toEqual([true, []]);
  });

  it('does not fail if the client resets the connection first', async () => {
    const { wire, socket, told } = await detecting();
    wire.send('P');
    await waitFor(() => socket.bytesRead > 0);
    wire.socket.resetAndDestroy();
    await waitFor(() => socket.destroyed);
    expect(told).toEqual([]);
  });
});
