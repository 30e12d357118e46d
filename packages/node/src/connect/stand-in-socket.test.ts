import { describe, expect, it } from '@jest/globals';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { waitForEvent } from '../../test/wait-for.js';
import { StandInSocket } from './stand-in-socket.js';

const HEAD = 'HTTP/1.1 200 OK\r\nX: y\r\n\r\n';

/** A socket, what its writer hears about each chunk, and how often the head was announced. */
function written(...chunks: (string | Buffer)[]) {
  let heads = 0;
  const socket = new StandInSocket(new Socket(), () => heads++);
  const done: string[] = [];
  /** Without the head, whose writer never waits. */
  const taken = () => done.filter((name) => !name.startsWith(HEAD));
  const write = (chunk: string | Buffer, name = String(chunk)) =>
    socket.write(chunk, 'latin1', (error) => {
      done.push(error ? `${name}: ${(error as { code?: string }).code ?? error.message}` : name);
    });
  for (const chunk of chunks) write(chunk);
  return { socket, write, done, taken, heads: () => heads };
}

const texts = (chunks: Uint8Array[]) =>
  chunks.map((chunk) => Buffer.from(chunk).toString('latin1'));

/** Reads a body to its end. */
async function readAll(socket: StandInSocket): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of socket.body()) chunks.push(chunk);
  return texts(chunks);
}

const readerOf = (socket: StandInSocket) => socket.body()[Symbol.asyncIterator]();

describe('the head of a response', () => {
  it('is announced once, when it has been written', () => {
    const { socket, write, heads } = written();
    expect([socket.hasHead, heads()]).toEqual([false, 0]);
    write(HEAD);
    expect([socket.hasHead, heads()]).toEqual([true, 1]);
    write('body');
    expect(heads()).toBe(1);
  });

  it('is no part of the body, and its writer does not wait', async () => {
    const { socket, done } = written(HEAD);
    await setImmediate();
    expect(done).toEqual([HEAD]);
    socket.finish();
    expect(await waitForEvent('the end', readAll(socket))).toEqual([]);
  });

  it('can be written together with the beginning of the body', async () => {
    const { socket } = written(`${HEAD}é\r\n\r\n`);
    socket.finish();
    expect(await waitForEvent('the end', readAll(socket))).toEqual(['é\r\n\r\n']);
  });
});

describe('the body of a response', () => {
  it('is read chunk by chunk, to its end', async () => {
    const { socket, write } = written(HEAD, 'a');
    const reading = readAll(socket);
    await setImmediate();
    write('');
    write(Buffer.from('b'));
    await setImmediate();
    write('\u00e9');
    socket.finish();
    expect(await waitForEvent('the end', reading)).toEqual(['a', 'b', '\u00e9']);
  });

  it('keeps its writer waiting until its reader wants the next chunk', async () => {
    const { socket, taken } = written(HEAD, 'a', 'b');
    const reader = readerOf(socket);
    await reader.next();
    await setImmediate();
    expect(taken()).toEqual([]);
    const second = await reader.next();
    await setImmediate();
    expect([taken(), String(second.value)]).toEqual([['a'], 'b']);
  });

  it('ends for a reader that waits already', async () => {
    const { socket } = written(HEAD);
    const next = readerOf(socket).next();
    expect(socket.complete).toBe(false);
    socket.finish();
    expect(socket.complete).toBe(true);
    expect(await waitForEvent('the end', next)).toEqual({ done: true, value: undefined });
  });

  it('closes the socket if its reader stops, and its writer learns that', async () => {
    const { socket, taken } = written(HEAD, 'a');
    const result = await readerOf(socket).return?.();
    await setImmediate();
    expect([result, socket.destroyed]).toEqual([{ done: true, value: undefined }, true]);
    expect(taken()).toEqual(['a: REQUEST_ABORTED']);
  });

  it.each([
    ['the error', new Error('x'), { message: 'x' }],
    ['REQUEST_ABORTED without one', undefined, { code: 'REQUEST_ABORTED' }],
  ])(
    'fails with %s if the socket is destroyed: before, and while it is read',
    async (_, error, reason) => {
      const waits = written(HEAD);
      const next = readerOf(waits.socket).next();
      waits.socket.destroy(error);
      await waitForEvent('a rejection', expect(next).rejects.toMatchObject(reason));
      const late = written(HEAD);
      late.socket.destroy(error);
      await setImmediate();
      await waitForEvent(
        'a rejection',
        expect(readerOf(late.socket).next()).rejects.toMatchObject(reason),
      );
    },
  );

  it('tells its writer why the socket was destroyed', async () => {
    const { socket, taken } = written(HEAD, 'a');
    socket.destroy(new Error('x'));
    await setImmediate();
    expect(taken()).toEqual(['a: x']);
  });

  it('that is complete ends though the socket was destroyed', async () => {
    const { socket } = written(HEAD);
    socket.finish();
    socket.destroy();
    expect(await waitForEvent('the end', readAll(socket))).toEqual([]);
  });
});

describe('a body that is taken as a whole', () => {
  it.each([
    ['nothing', [HEAD], ''],
    ['what came with the head', [`${HEAD}a`], 'a'],
    ['one chunk', [HEAD, 'a'], 'a'],
    ['several chunks', [`${HEAD}a`, 'bc', 'd'], 'abcd'],
  ])('has %s', (_, chunks, text) => {
    expect(String(Buffer.from(written(...chunks).socket.takeAll()))).toBe(text);
  });

  it('is not copied if it is one chunk', () => {
    const chunk = Buffer.from('abc');
    expect(written(HEAD, chunk).socket.takeAll()).toBe(chunk);
  });

  it('has its last chunk acknowledged only when the rest is dropped', async () => {
    const { socket, taken } = written(HEAD, 'a', 'b');
    socket.takeAll();
    await setImmediate();
    expect(taken()).toEqual(['a']);
    socket.discard();
    await setImmediate();
    expect(taken()).toEqual(['a', 'b']);
  });

  it('is followed by nothing: what is written later is dropped', async () => {
    const { socket, write, taken } = written(HEAD, 'a');
    socket.takeAll();
    socket.discard();
    write('b');
    write('c');
    await setImmediate();
    expect(taken()).toEqual(['a', 'b', 'c']);
  });
});

describe('the stand-in for a connection', () => {
  it('has the addresses of the real one', () => {
    const addresses = {
      remoteAddress: '192.0.2.1',
      remotePort: 1,
      localAddress: '10.0.0.1',
      localPort: 2,
    };
    const real = new Socket();
    for (const [name, value] of Object.entries(addresses)) {
      Object.defineProperty(real, name, { value });
    }
    const { remoteAddress, remotePort, localAddress, localPort } = new StandInSocket(
      real,
      () => undefined,
    );
    expect({ remoteAddress, remotePort, localAddress, localPort }).toEqual(addresses);
  });

  it('is encrypted exactly if the real one is', () => {
    const secure = Object.assign(new Socket(), { encrypted: true });
    expect(new StandInSocket(secure, () => undefined).encrypted).toBe(true);
    expect('encrypted' in new StandInSocket(new Socket(), () => undefined)).toBe(false);
  });

  it('leaves timeouts and options to the server', () => {
    const { socket } = written();
    expect([socket.setTimeout(), socket.setKeepAlive(), socket.setNoDelay()]).toEqual([
      socket,
      socket,
      socket,
    ]);
  });

  it('does not end the process by an error that nobody listens for', async () => {
    const { socket } = written();
    socket.destroy(new Error('x'));
    await setImmediate();
    expect(socket.destroyed).toBe(true);
  });
});
