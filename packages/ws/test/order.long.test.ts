import { afterEach, describe, expect, it } from '@jest/globals';
import type { WebSocketInterface } from '../src/index.js';
import type { WebSocketOptions } from '../src/node/index.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { frame, opened, rawClient } from './clients.js';
import { closeServers, echo, held, servedSocket } from './served.js';

afterEach(closeServers);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const CLOSE = 8;
/** A Close of the client with the code 4001. */
const close = frame(Uint8Array.of(4001 >> 8, 4001 & 0xff), CLOSE);

/** Options whose `onMessage` replies after a while, and what happened. */
function slow(): { readonly notes: unknown[]; readonly options: WebSocketOptions } {
  const notes: unknown[] = [];
  const onMessage = async (socket: WebSocketInterface, message: string | Uint8Array) => {
    notes.push(message);
    await sleep(15);
    notes.push(socket.isOpen);
    socket.send(message);
  };
  const onClose = (_: WebSocketInterface, ...how: unknown[]) => void notes.push(how);
  return { notes, options: { onMessage, onClose } };
}

describe('a Close of the client', () => {
  it.each([
    ['in one packet with the messages', 0],
    ['in packets of its own', 5],
  ])('waits for the callbacks of the messages before it, %s', async (_, pause) => {
    const { notes, options } = slow();
    const { port } = await servedSocket(options);
    const client = await rawClient(port);
    const frames = [frame('a'), frame('b'), close];
    if (pause === 0) client.socket.write(Buffer.concat(frames));
    else {
      for (const one of frames) {
        client.socket.write(one);
        await sleep(pause);
      }
    }
    await waitForEvent('the end', client.ended);
    await waitFor(() => notes.length === 5);
    expect(notes).toEqual(['a', true, 'b', true, [4001, '']]);
    expect(client.received().toString('latin1')).toBe('\x81\x01a\x81\x01b\x88\x02\x0f\xa1');
  });

  it('and the end of its side in the same packet wait too', async () => {
    const { notes, options } = slow();
    const { port } = await servedSocket(options);
    const client = await rawClient(port);
    client.socket.end(Buffer.concat([frame('a'), frame('b'), close]));
    await waitForEvent('the end', client.ended);
    await waitFor(() => notes.length === 5);
    expect(notes).toEqual(['a', true, 'b', true, [4001, '']]);
    expect(client.received().toString('latin1')).toBe('\x81\x01a\x81\x01b\x88\x02\x0f\xa1');
  });

  it('is replied to immediately if this side closes', async () => {
    const hold = held();
    const notes: unknown[] = [];
    const sockets: WebSocketInterface[] = [];
    const { port } = await servedSocket({
      onMessage: (socket, message) => {
        sockets.push(socket);
        notes.push(message);
        return hold.held;
      },
      onClose: (_, code) => void notes.push(code),
    });
    const client = await rawClient(port);
    client.socket.write(Buffer.concat([frame('a'), frame('b'), close]));
    await waitFor(() => sockets.length === 1);
    sockets[0]?.close(3000);
    expect(sockets[0]?.isOpen).toBe(false);
    await waitForEvent('the end', client.ended);
    hold.release();
    await waitFor(() => notes.length === 2);
    // The code is that of the side that closed first.
    expect(notes).toEqual(['a', 4001]);
  });
});

describe('the end of the client', () => {
  it('without a Close waits for the callbacks of its messages', async () => {
    const { notes, options } = slow();
    const { port } = await servedSocket(options);
    const client = await rawClient(port);
    client.socket.end(Buffer.concat([frame('a'), frame('b')]));
    await waitForEvent('the end', client.ended);
    await waitFor(() => notes.length === 5);
    expect(notes).toEqual(['a', true, 'b', true, [1006, '']]);
    expect(client.received().toString('latin1')).toBe('\x81\x01a\x81\x01b');
  });

  it('by a lost connection forgets the messages that wait', async () => {
    const hold = held();
    const notes: unknown[] = [];
    const { port, ends } = await servedSocket({
      onMessage: (_, message) => {
        notes.push(message);
        return hold.held;
      },
      onClose: (_, code) => void notes.push(code),
    });
    const client = await rawClient(port);
    client.socket.write(Buffer.concat([frame('a'), frame('b')]));
    await waitFor(() => notes.length === 1);
    client.socket.resetAndDestroy();
    await waitFor(() => ends.length === 1);
    expect(notes).toEqual(['a']);
    hold.release();
    await waitFor(() => notes.length === 2);
    expect(notes).toEqual(['a', 1006]);
  });
});

describe('a breach of the protocol', () => {
  it('is replied to immediately, and forgets the messages that wait', async () => {
    const hold = held();
    const notes: unknown[] = [];
    const { port } = await servedSocket({
      onMessage: (_, message) => {
        notes.push(message);
        return hold.held;
      },
      onClose: (_, code) => void notes.push(code),
    });
    const client = await rawClient(port);
    client.socket.write(Buffer.concat([frame('a'), frame('b'), frame('x', 3)]));
    await waitFor(() => client.received().length === 4);
    expect([...client.received()]).toEqual([0x88, 2, 1002 >> 8, 1002 & 0xff]);
    client.socket.end();
    await waitForEvent('the end', client.ended);
    hold.release();
    await waitFor(() => notes.length === 2);
    expect(notes).toEqual(['a', 1002]);
  });
});

describe('a callback that never settles', () => {
  it('delays onClose by 10 s, however the connection ends, and nothing else', async () => {
    const members = new Set<WebSocketInterface>();
    const closes: number[] = [];
    const begun: unknown[] = [];
    const server = await servedSocket({
      onOpen: (socket) => members.add(socket),
      onMessage: (_, message) => {
        begun.push(message);
        return new Promise(() => undefined);
      },
      onClose: (socket, code) => {
        members.delete(socket);
        closes.push(code);
      },
    });
    const clients = [];
    for (let count = 0; count < 4; count++) clients.push(await rawClient(server.port));
    const [closing, ending, lost, stays] = clients;
    for (const { socket } of clients) socket.write(Buffer.concat([frame('a'), frame('b')]));
    await waitFor(() => begun.length === 4);
    const start = performance.now();
    closing?.socket.write(close);
    ending?.socket.end();
    lost?.socket.resetAndDestroy();
    const watched = stays?.socket;
    watched?.on('data', () => watched.end(close)); // the reply to 1001
    await sleep(50);
    // Those that wait for the callbacks are closed with the server too.
    await waitForEvent('the server to close', server.close());
    await waitFor(() => closes.length === 4, 15_000);
    expect(performance.now() - start).toBeGreaterThan(9_900);
    expect(closes.sort()).toEqual([1001, 1006, 1006, 4001]);
    expect([members.size, begun]).toEqual([0, ['a', 'a', 'a', 'a']]);
  });

  it('delays the reply to a Close by 10 s', async () => {
    const { port } = await servedSocket({ onMessage: () => new Promise(() => undefined) });
    const client = await rawClient(port);
    const start = performance.now();
    client.socket.write(Buffer.concat([frame('a'), close]));
    await waitForEvent('the end', client.ended, 15_000);
    expect(performance.now() - start).toBeGreaterThan(9_900);
    expect(client.received().toString('latin1')).toBe('\x88\x02\x0f\xa1');
  });
});

describe('a client that is faster than the callbacks', () => {
  it('has to wait when 64 KiB of messages are read', async () => {
    const hold = held();
    let count = 0;
    const { port } = await servedSocket({
      onMessage: () => {
        count++;
        return hold.held;
      },
    });
    const client = await rawClient(port);
    const message = frame('x'.repeat(60_000));
    for (let sent = 0; sent < 500; sent++) client.socket.write(message);
    await sleep(200);
    expect(count).toBe(1);
    expect(client.socket.writableLength).toBeGreaterThan(0);
    hold.release();
    await waitFor(() => count === 500);
    client.socket.destroy();
  });

  it('is not disconnected for replies that are not read', async () => {
    const hold = held();
    let count = 0;
    const { url } = await servedSocket({
      heartbeat: 40,
      onMessage: () => {
        count++;
        return hold.held;
      },
    });
    const { socket } = await opened(url, '/');
    for (let sent = 0; sent < 100; sent++) socket.send('x'.repeat(60_000));
    await sleep(250);
    hold.release();
    await waitFor(() => count === 100);
    expect(socket.readyState).toBe(socket.OPEN);
    socket.close();
  });

  it('is told about the end of the server meanwhile', async () => {
    const hold = held();
    const server = await servedSocket({ ...echo, onMessage: () => hold.held }, undefined, {
      closeTimeout: 120_000,
    });
    const client = await opened(server.url, '/');
    client.socket.send('a');
    await sleep(20);
    await waitForEvent('the server to close', server.close());
    expect(await client.closed).toEqual([1001, 'the server is closing']);
    hold.release();
  });
});
