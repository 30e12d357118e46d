import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { WebSocket } from 'ws';
import type { WebSocketInterface } from '../src/index.js';
import { rooms } from '../src/node/index.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { exchange, frame, opened, rawClient } from './clients.js';
import { closeServers, echo, held, servedSocket } from './served.js';

afterEach(closeServers);

const KIB = 1024;

describe('maxPayload', () => {
  it('passes a message of exactly that size, and closes with 1009 for one more byte', async () => {
    const closes: unknown[] = [];
    const { url, errors } = await servedSocket({
      ...echo,
      maxPayload: 10,
      onClose: (_, code) => void closes.push(code),
    });
    const client = await opened(url, '/');
    expect(await exchange(client, 'x'.repeat(10))).toEqual(['x'.repeat(10)]);
    client.socket.send('x'.repeat(11));
    expect(await waitForEvent('the close', client.closed)).toEqual([1009, '']);
    await waitFor(() => closes.length === 1);
    expect([closes, errors]).toEqual([[1009], []]);
  });

  it('counts all fragments of a message', async () => {
    const { url } = await servedSocket({ ...echo, maxPayload: 10 });
    const { socket, closed } = await opened(url, '/');
    socket.send('x'.repeat(6), { fin: false });
    socket.send('x'.repeat(6), { fin: true });
    expect(await waitForEvent('the close', closed)).toEqual([1009, '']);
  });

  it('is 1 MiB by default', async () => {
    const { url } = await servedSocket({
      onMessage: (socket, { length }) => {
        socket.send(String(length));
      },
    });
    const client = await opened(url, '/');
    expect(await exchange(client, 'x'.repeat(KIB * KIB))).toEqual([String(KIB * KIB)]);
    client.socket.send('x'.repeat(KIB * KIB + 1));
    expect(await waitForEvent('the close', client.closed)).toEqual([1009, '']);
  });
});

describe('a client that breaks the protocol', () => {
  it.each<[string, Buffer, number]>([
    ['text that is not UTF-8', frame(Uint8Array.of(0xff)), 1007],
    ['a reserved opcode', frame('x', 3), 1002],
    ['a frame without a mask', Buffer.from([0x81, 1, 0x78]), 1002],
    ['a reserved bit: no extension was negotiated', Buffer.from([0xc1, 0x80, 0, 0, 0, 0]), 1002],
    ['a long ping', frame('x'.repeat(126), 9), 1002],
  ])('is closed for %s', async (_, bytes, code) => {
    const notes: unknown[] = [];
    const { port, errors } = await servedSocket({
      onMessage: (__, message) => void notes.push(message),
      onClose: (__, sent) => void notes.push(sent),
    });
    const client = await rawClient(port);
    client.socket.write(bytes);
    await waitFor(() => notes.length === 1);
    expect(notes).toEqual([code]);
    // 0x88: the close frame, with the code.
    expect([...client.received().subarray(0, 4)]).toEqual([0x88, 2, code >> 8, code & 0xff]);
    expect(errors).toEqual([]);
    client.socket.destroy();
  });
});

it('a client that breaks the protocol after the server has closed changes nothing for onClose', async () => {
  const closes: unknown[] = [];
  const { port } = await servedSocket({
    onMessage: (socket) => {
      socket.close(4000, 'enough');
    },
    onClose: (_, ...how) => void closes.push(how),
  });
  const client = await rawClient(port);
  client.socket.write(Buffer.concat([frame('a'), frame('x', 3)]));
  await waitFor(() => closes.length === 1);
  expect(closes).toEqual([[4000, 'enough']]);
  client.socket.destroy();
});

describe('maxBuffered', () => {
  it('closes a connection whose client reads nothing with 1013, and drops what follows', async () => {
    const sockets: WebSocketInterface[] = [];
    const closes: unknown[] = [];
    const { port, errors, ends } = await servedSocket({
      maxBuffered: 256 * KIB,
      onOpen: (socket) => void sockets.push(socket),
      onClose: (_, ...how) => void closes.push(how),
    });
    const client = await rawClient(port);
    client.socket.pause();
    const [socket] = sockets as [WebSocketInterface];
    const message = new Uint8Array(64 * KIB);
    let most = 0;
    for (let sent = 0; sent < 5_000 && socket.isOpen; sent++) {
      socket.send(message);
      most = Math.max(most, socket.bufferedAmount);
      if (sent % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket.isOpen).toBe(false);
    const waiting = socket.bufferedAmount;
    socket.send(message);
    expect(socket.bufferedAmount).toBe(waiting);
    // The limit, the message that exceeded it, and the headers of frames.
    expect(most).toBeLessThan((256 + 64 + 4) * KIB);
    client.socket.destroy();
    await waitFor(() => ends.length === 1);
    expect([closes, errors]).toEqual([[[1013, 'too slow']], []]);
  });

  it('passes a message of any size to a client that reads', async () => {
    const { url } = await servedSocket({
      maxBuffered: 1,
      onMessage: (socket) => {
        socket.send('x'.repeat(4 * KIB * KIB));
      },
    });
    const client = await opened(url, '/', { maxPayload: 8 * KIB * KIB });
    for (let count = 0; count < 3; count++) {
      const [message] = await exchange(client, 'next');
      expect(message).toHaveLength(4 * KIB * KIB);
    }
    client.socket.close();
  });

  it('closes only if more than that waits already', async () => {
    // More than the operating system takes at once: all of it counts until it has taken all of it.
    const size = 8 * KIB * KIB;
    const header = 10;
    const results: unknown[] = [];
    const { url } = await servedSocket({
      maxBuffered: size + header,
      onMessage: (socket) => {
        socket.send(new Uint8Array(size));
        results.push(socket.bufferedAmount);
        for (let sent = 0; sent < 2; sent++) {
          socket.send('');
          results.push(socket.isOpen);
        }
      },
    });
    const client = await opened(url, '/');
    client.socket.send('go');
    expect(await waitForEvent('the close', client.closed)).toEqual([1013, 'too slow']);
    expect(results).toEqual([size + header, true, false]);
  });
});

describe('a server that reads no further', () => {
  it('reads the close frame of the client when it closes', async () => {
    const paused = jest.spyOn(WebSocket.prototype, 'pause');
    const hold = held();
    const sockets: WebSocketInterface[] = [];
    const { url } = await servedSocket({
      onOpen: (socket) => void sockets.push(socket),
      onMessage: () => hold.held,
    });
    const client = await opened(url, '/');
    client.socket.send('the callback of this one is pending');
    client.socket.send(new Uint8Array(64 * KIB));
    await waitFor(() => paused.mock.calls.length > 0);
    paused.mockRestore();
    sockets[0]?.close(1000, 'bye');
    // Without its frame, the connection would end 30 seconds later.
    expect(await waitForEvent('the close', client.closed, 15_000)).toEqual([1000, 'bye']);
    hold.release();
  });
});

describe('heartbeat', () => {
  it('keeps a client that replies, and one that sends', async () => {
    // Longer than a busy machine can keep this process from running: both ends are in it.
    const { url, port } = await servedSocket({ ...echo, heartbeat: 300 });
    const client = await opened(url, '/');
    const sender = await rawClient(port);
    const sending = setInterval(() => sender.socket.write(frame('')), 10);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    clearInterval(sending);
    expect(sender.socket.destroyed).toBe(false);
    expect(await exchange(client, 'still there')).toEqual(['still there']);
    client.socket.close();
    sender.socket.destroy();
  });

  it('disconnects a client that does not reply', async () => {
    const closes: unknown[] = [];
    const { port, ends } = await servedSocket({
      heartbeat: 30,
      onClose: (_, code) => void closes.push(code),
    });
    const client = await rawClient(port);
    await waitForEvent('the end', client.ended);
    // 0x89: a ping without content; an interval in which this process was kept from running has another.
    expect(client.received().toString('latin1')).toMatch(/^(?:\x89\0)+$/);
    await waitFor(() => ends.length === 1);
    expect(closes).toEqual([1006]);
  });

  it('disconnects it within two intervals while a callback is pending', async () => {
    // Of which half is longer than a busy machine can keep this process from running.
    const { port } = await servedSocket({ heartbeat: 1_000, onMessage: () => hold.held });
    const hold = held();
    const client = await rawClient(port);
    client.socket.write(Buffer.concat([frame('a'), frame('b')]));
    await waitForEvent('the end', client.ended);
    // The only ping, at the end of the first interval: there was no second one to answer.
    expect([...client.received()]).toEqual([0x89, 0]);
    hold.release();
  });

  it('keeps a client that replies while a callback is pending', async () => {
    const hold = held();
    const { url } = await servedSocket({
      ...echo,
      heartbeat: 300,
      onOpen: () => hold.held,
    });
    const client = await opened(url, '/');
    client.socket.send('a');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    hold.release();
    await waitFor(() => client.messages.length === 1);
    expect(await exchange(client, 'b')).toEqual(['b']);
    client.socket.close();
  });
});

describe('a callback that fails because of the client', () => {
  const chat = rooms({ bus: memoryPubSub() });
  it.each<[string, (socket: WebSocketInterface) => unknown]>([
    ['a room name that is too long', (socket) => chat.join(socket, 'x'.repeat(200))],
    [
      'an error with a status below 500',
      () => {
        throw Object.assign(new Error('refused'), { status: 403 });
      },
    ],
  ])('closes with 1008 and is not reported: %s', async (_, fail) => {
    const { url, errors } = await servedSocket({
      onMessage: (socket) => fail(socket),
    });
    const client = await opened(url, '/');
    client.socket.send('x');
    expect(await waitForEvent('the close', client.closed)).toEqual([1008, '']);
    expect(errors).toEqual([]);
  });
});
