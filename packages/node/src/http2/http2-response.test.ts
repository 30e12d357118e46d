import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { closeClients, seen } from '../../test/http2-client.js';
import { arrivedExchange, arrivedPost, closeBareHttp2 } from '../../test/http2-streams.js';
import { DATA } from '../../test/http2-wire.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { useInternal } from '../fast/node-internals.js';
import { outgoingHeaders } from './http2-headers.js';
import type { Http2Response } from './http2-response.js';
import { PIECE } from './stream-socket.js';

afterEach(() => {
  useInternal('Writable._writev', true);
  closeClients();
  closeBareHttp2();
});

describe('writeHead of a response over HTTP/2', () => {
  it.each<[string, readonly unknown[]]>([
    ['a list', [['X-A', '1', 'Connection', 'close', 'x-a', '2']]],
    [
      'a list of pairs',
      [
        [
          ['X-A', '1'],
          ['X-A', '2'],
          ['Upgrade', 'x'],
        ],
      ],
    ],
    ['a reason phrase and a list', ['Fine', ['X-A', '1', 'X-A', '2']]],
    ['an object', [{ 'X-A': ['1', '2'] }]],
    ['a reason phrase and an object', ['Fine', { 'X-A': ['1', '2'] }]],
  ])('sends the status and headers of %s', async (_, rest) => {
    const { asked, response } = await arrivedExchange();
    expect(response.writeHead(201, ...rest)).toBe(response);
    expect([response.statusCode, response.headersSent]).toEqual([201, true]);
    response.end('x');
    const { status, headers, body } = await seen(asked);
    expect(Object.keys(headers)).toEqual(
      [':status', 'x-a', 'date'].filter((name) => name in headers),
    );
    expect([status, headers['x-a'], body]).toEqual([201, '1, 2', 'x']);
  });

  const repeatable = Object.entries(constants).flatMap(([key, value]) => {
    const name = String(value);
    const isFree = !/^:|^(?:set-cookie|content-length|trailer)$/.test(name);
    return key.startsWith('HTTP2_HEADER_') && isFree && name in outgoingHeaders([name, ''])
      ? [name]
      : [];
  });

  it.each<[string, (response: Http2Response, names: readonly string[]) => void]>([
    [
      'a list',
      (response, names) =>
        response.writeHead(
          200,
          names.flatMap((name) => [name, 'a', name, 'b']),
        ),
    ],
    [
      'an object',
      (response, names) =>
        response.writeHead(200, Object.fromEntries(names.map((name) => [name, ['a', 'b']]))),
    ],
    [
      'setHeader',
      (response, names) => {
        for (const name of names) response.setHeader(name, ['a', 'b']);
        response.writeHead(200);
      },
    ],
  ])('sends both values of a repeated header, whatever its name, of %s', async (_, write) => {
    const { asked, response } = await arrivedExchange();
    write(response, repeatable);
    response.end();
    const { headers } = await seen(asked);
    const lost = repeatable.filter((name) => !/^a[,;] b$/.test(String(headers[name])));
    expect(lost).toEqual([]);
    expect(repeatable).toContain('content-language');
  });

  it.each([[[]], [['Fine']], [[null]]])('needs no headers: %j', async (rest) => {
    const { asked, response } = await arrivedExchange();
    response.writeHead(202, ...rest).end();
    expect((await seen(asked)).status).toBe(202);
  });

  it('sends those that were set before, unless the list has the same', async () => {
    const { asked, response } = await arrivedExchange();
    response.setHeader('X-A', 'before');
    response.setHeader('X-B', 'before');
    response.writeHead(200, ['X-B', 'list', 'X-C', 'list']).end();
    expect((await seen(asked)).headers).toMatchObject({
      'x-a': 'before',
      'x-b': 'list',
      'x-c': 'list',
    });
  });

  it.each([
    ['with the header Trailer', ['Trailer', 'x-sum'], '7'],
    ['without it', [], undefined],
  ])('decides whether trailers are sent: %s', async (_, list, sum) => {
    const { asked, response } = await arrivedExchange();
    response.writeHead(200, list);
    response.addTrailers({ 'x-sum': '7' });
    response.end('x');
    const { trailers, body, complete } = await seen(asked);
    expect([trailers['x-sum'], body, complete]).toEqual([sum, 'x', true]);
  });

  it.each(['close', 'destroy'] as const)('does nothing after %s of the stream', async (end) => {
    const { response, stream } = await arrivedExchange();
    stream[end]();
    expect([response.destroyed, response.writeHead(200, ['X-A', '1'])]).toEqual([true, response]);
    expect(response.headersSent).toBe(false);
    response.writeContinue();
  });
});

describe('write of a response over HTTP/2', () => {
  /** The lengths of what is passed to the stream. */
  async function writing() {
    const exchange = await arrivedExchange();
    const { stream, response } = exchange;
    response.writeHead(200, []);
    const write = jest.spyOn(stream, 'write');
    const pieces = () => write.mock.calls.map(([chunk]) => (chunk as Uint8Array | string).length);
    return { ...exchange, write, pieces };
  }

  it.each<[string, Uint8Array | string, number[]]>([
    ['no bytes', new Uint8Array(0), [0]],
    ['a piece', new Uint8Array(PIECE), [PIECE]],
    ['a byte more', new Uint8Array(PIECE + 1), [PIECE, 1]],
    ['two pieces', new Uint8Array(2 * PIECE), [PIECE, PIECE]],
    ['text of a piece', 'x'.repeat(PIECE), [PIECE]],
    ['text of a character more', 'x'.repeat(PIECE + 1), [PIECE, 1]],
    ['text of a piece, of two bytes each', 'é'.repeat(PIECE), [PIECE]],
    ['text of a character more, of two bytes each', 'é'.repeat(PIECE + 1), [PIECE, PIECE, 2]],
  ])('passes on pieces: %s', async (_, data, lengths) => {
    const { response, socket, pieces } = await writing();
    response.write(data);
    const sum = lengths.reduce((total, length) => total + length, 0);
    expect([pieces(), socket.written]).toEqual([lengths, sum]);
    response.write('12');
    expect(socket.written).toBe(sum + 2);
  });

  it.each(['é', 'é'.repeat(PIECE + 1)])('encodes text as asked, else as UTF-8', async (text) => {
    for (const encoding of ['latin1', undefined] as const) {
      const { asked, response } = await writing();
      const chunks: Buffer[] = [];
      asked.on('data', (chunk: Buffer) => chunks.push(chunk));
      if (encoding === undefined) response.write(text);
      else response.write(text, encoding);
      response.end();
      await seen(asked);
      expect(Buffer.concat(chunks).equals(Buffer.from(text, encoding))).toBe(true);
    }
  });

  it('calls back once, when all pieces are sent, and says whether there is room', async () => {
    const { asked, response } = await writing();
    asked.resume();
    const called = jest.fn();
    expect(response.write('x')).toBe(true);
    expect(response.write(new Uint8Array(3 * PIECE), called)).toBe(false);
    response.end();
    await seen(asked);
    expect(called.mock.calls).toHaveLength(1);
  });

  it('refuses what is not data', async () => {
    const { response } = await writing();
    expect(() => response.write(5)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_ARG_TYPE' }),
    );
  });

  it('sends waiting chunks one by one only while they are more than a piece', async () => {
    const { asked, response, stream } = await writing();
    const singly = () => Object.hasOwn(stream, '_writev');
    stream.cork();
    response.write(new Uint8Array(PIECE - 1));
    const states = [singly()];
    response.write(new Uint8Array(1));
    states.push(singly());
    response.write(new Uint8Array(1));
    states.push(singly());
    asked.resume();
    stream.uncork();
    await waitFor(() => stream.writableLength === 0);
    response.write(new Uint8Array(1));
    expect([...states, singly()]).toEqual([false, false, true, false]);
  });

  it('does not change how chunks are sent if Node does not have that member', async () => {
    useInternal('Writable._writev', false);
    const { response, stream } = await writing();
    response.write(new Uint8Array(PIECE + 1));
    expect(Object.hasOwn(stream, '_writev')).toBe(false);
  });
});

describe('the end of a response over HTTP/2', () => {
  it('emits `finish` once, and resets no stream of which the client has sent everything', async () => {
    const { asked, stream, response } = await arrivedExchange();
    const [finished, close] = [jest.fn(), jest.spyOn(stream, 'close')];
    response.on('finish', finished);
    const closed = once(response, 'close');
    response.writeHead(200, []).end('x');
    expect((await seen(asked)).code).toBe(0);
    await waitForEvent('the response to close', closed);
    expect(finished).toHaveBeenCalledTimes(1);
    expect(close).not.toHaveBeenCalled();
  });

  it('emits `finish` while the client still sends, and then tells it to stop', async () => {
    const { wire, stream, response } = await arrivedPost();
    stream.resume();
    wire.frame(DATA, 0, 1, 'begin');
    await waitForEvent('data', once(stream, 'data'));
    const events: string[] = [];
    jest.spyOn(stream, 'close').mockImplementation((code) => events.push(`close ${code ?? 0}`));
    response.on('finish', () => events.push('finish'));
    response.writeHead(200, []).end('x');
    await waitFor(() => events.length > 1);
    expect(events).toEqual(['finish', 'close 0']);
  });

  it('emits `finish` also if the stream was closed before', async () => {
    const { stream, response } = await arrivedExchange();
    const closed = once(response, 'close');
    stream.destroy();
    await waitForEvent('the stream to close', closed);
    const finished = once(response, 'finish');
    expect(response.end('x')).toBe(response);
    await waitForEvent('the end of the response', finished);
  });

  it('has the socket of its stream, and is not destroyed while it is open', async () => {
    const { socket, response } = await arrivedExchange();
    expect(response.socket).toBe(socket);
    expect(response.destroyed).toBe(false);
  });
});
