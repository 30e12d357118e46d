import { afterEach, describe, expect, it } from '@jest/globals';
import type { OutgoingHttpHeader } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { keptExchange } from '../../test/kept-exchange.js';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { standInResponse } from './stand-in-response.js';
import { StandInSocket } from './stand-in-socket.js';

afterEach(closeNative);

/** A stand-in for the response to a real client. */
async function standingIn() {
  const { outgoing, wire } = await nativeResponses();
  const incoming = outgoing.req;
  const socket = new StandInSocket(incoming.socket, () => undefined);
  const exchange = keptExchange(outgoing);
  const standIn = standInResponse({ incoming, outgoing, exchange }, socket);
  const release = (): void => {
    standIn.release();
  };
  return { response: standIn.response, release, socket, outgoing, incoming, wire };
}

/** `writeHead` as JavaScript calls it. */
type WriteHead = (status: number, ...rest: unknown[]) => unknown;

const headers = (response: object) => ({
  ...(response as { getHeaders(): Record<string, OutgoingHttpHeader> }).getHeaders(),
});

describe('writeHead', () => {
  it.each<[string, unknown[], object, string]>([
    ['an object', [{ 'X-A': '1', 'X-B': ['2', '3'] }], { 'x-a': '1', 'x-b': ['2', '3'] }, 'OK'],
    ['a reason and an object', ['Fine', { 'X-A': '1' }], { 'x-a': '1' }, 'Fine'],
    [
      'a list with a repeated name',
      [['X-A', '1', 'X-B', '2', 'x-a', '3']],
      { 'x-a': ['1', '3'], 'x-b': '2' },
      'OK',
    ],
    [
      'a list of pairs',
      [
        [
          ['X-A', '1'],
          ['X-A', '2'],
        ],
      ],
      { 'x-a': ['1', '2'] },
      'OK',
    ],
    ['a reason alone', ['Fine'], { 'x-set': 'before', 'x-a': 'before' }, 'Fine'],
    ['nothing', [], { 'x-set': 'before', 'x-a': 'before' }, 'OK'],
    ['null', [null], { 'x-set': 'before', 'x-a': 'before' }, 'OK'],
    ['an empty list', [[]], { 'x-set': 'before', 'x-a': 'before' }, 'OK'],
  ])('takes %s, in place of headers of the same name', async (_, rest, fields, reason) => {
    const { response } = await standingIn();
    response.setHeader('X-Set', 'before').setHeader('X-A', 'before');
    (response.writeHead as WriteHead)(200, ...rest);
    expect(headers(response)).toEqual({ 'x-set': 'before', ...fields });
    expect([response.headersSent, response.statusCode, response.statusMessage]).toEqual([
      true,
      200,
      reason,
    ]);
  });

  it('drops the framing that a handler sets', async () => {
    const { response } = await standingIn();
    response.setHeader('Trailer', 'X-A');
    response.writeHead(200, { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' });
    expect(headers(response)).toEqual({ 'content-length': '5' });
  });

  it('fails after the headers were sent, like that of Node', async () => {
    const { response } = await standingIn();
    response.writeHead(200, { 'X-A': '1' });
    expect(() => response.writeHead(404, { 'X-A': '2' })).toThrow(
      expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }),
    );
    expect([response.statusCode, response.getHeader('X-A')]).toEqual([200, '1']);
  });

  it('has no headers before', async () => {
    expect(headers((await standingIn()).response)).toEqual({});
  });
});

describe('an interim response', () => {
  const link = '</a.css>; rel=preload';

  it.each<[string, (response: Awaited<ReturnType<typeof standingIn>>['response']) => void, string]>(
    [
      [
        '100',
        (response) => {
          response.writeContinue();
        },
        'HTTP/1.1 100 Continue\r\n\r\n',
      ],
      [
        '102',
        (response) => {
          response.writeProcessing();
        },
        'HTTP/1.1 102 Processing\r\n\r\n',
      ],
      [
        '103',
        (response) => {
          response.writeEarlyHints({ link });
        },
        `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n\r\n`,
      ],
    ],
  )('%s is sent at once, as long as nothing else was', async (_, write, text) => {
    const { response, outgoing, wire } = await standingIn();
    write(response);
    expect(await wire.hear((heard) => heard.endsWith('\r\n\r\n'))).toBe(text);
    outgoing.writeHead(200, { 'Content-Length': '1' });
    write(response);
    outgoing.end('x');
    await wire.hear((heard) => heard.endsWith('x'));
    expect(wire.heard.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
  });

  it('is not sent to a client of HTTP/1.0, nor to one that is gone', async () => {
    const { response, outgoing, incoming } = await standingIn();
    let continued = 0;
    outgoing.writeContinue = () => {
      continued++;
    };
    incoming.httpVersion = '1.0';
    response.writeContinue();
    incoming.httpVersion = '1.1';
    outgoing.destroy();
    response.writeContinue();
    expect(continued).toBe(0);
  });

  it('is not sent if the real response has none of its kind', async () => {
    const { response, outgoing } = await standingIn();
    Object.assign(outgoing, { writeProcessing: undefined });
    expect(() => {
      response.writeProcessing();
    }).not.toThrow();
  });
});

describe('the end of a stand-in', () => {
  it.each([
    ['after it was released', true],
    ['when it is released', false],
  ])('is signaled once, %s', async (_, isReleased) => {
    const { response, release, socket } = await standingIn();
    let finishes = 0;
    response.on('finish', () => finishes++);
    const states: unknown[] = [];
    const note = () => states.push([finishes, response.writableFinished, socket.complete]);
    note();
    if (isReleased) release();
    note();
    response.end();
    await setImmediate();
    note();
    if (!isReleased) release();
    note();
    const open = [0, false, false];
    const finished = [1, true, true];
    expect(states).toEqual([open, open, isReleased ? finished : [0, false, true], finished]);
  });

  it('lets other events pass', async () => {
    const { response } = await standingIn();
    const seen: unknown[] = [];
    response.on('pipe', (...given) => seen.push(given));
    expect(response.emit('pipe', 1 as never)).toBe(true);
    expect([seen, response.emit('unheard')]).toEqual([[[1]], false]);
  });
});

describe('the backpressure of a stand-in', () => {
  it('is that of its socket, until its end', async () => {
    const { response, socket } = await standingIn();
    let drains = 0;
    response.on('drain', () => drains++);
    response.write('a');
    expect(response.writableNeedDrain).toBe(false);
    response.write(Buffer.alloc(1024 * 1024));
    expect(response.writableNeedDrain).toBe(true);
    const reader = socket.body()[Symbol.asyncIterator]();
    for (let at = 0; at < 2; at++) await reader.next();
    void reader.next();
    await setImmediate();
    expect([drains, response.writableNeedDrain]).toEqual([1, false]);
    response.write(Buffer.alloc(1024 * 1024));
    response.end();
    expect([socket.writableNeedDrain, response.writableNeedDrain]).toEqual([true, false]);
  });
});

describe('the methods of a stand-in', () => {
  it.each(['writeHead', 'writeContinue', 'writeEarlyHints', 'writeProcessing', 'emit'])(
    'can be replaced, and deleted again: %s',
    async (name) => {
      const { response } = await standingIn();
      const descriptor = Object.getOwnPropertyDescriptor(response, name);
      expect(descriptor).toMatchObject({ writable: true, configurable: true });
    },
  );
});
