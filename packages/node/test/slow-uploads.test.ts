import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { fromConnect } from '../src/index.js';
import { client, closeClients, seen } from './http2-client.js';
import { answer, closeServers, type Handle, serving, sleep } from './serving.js';
import { readResponses, Wire } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const HANDLER = { handlerTimeout: 100, checkInterval: 20 };
const HEAD =
  'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
const CHUNK = 'a\r\n0123456789\r\n';
const PIECES = 40;

const whole: Handle = async (request) => answer(String((await request.getBody().text()).length));
const inChunks: Handle = async (request) => {
  let size = 0;
  for await (const chunk of request.getBody()) size += chunk.length;
  return answer(String(size));
};
const readers: [string, Handle][] = [
  ['as a whole', whole],
  ['in chunks', inChunks],
];

/** Sends pieces until all are sent, or the server has answered. */
async function trickle(port: number, pieces: number, pause: number): Promise<string> {
  const wire = new Wire(port).send(HEAD);
  for (let sent = 0; sent < pieces && !wire.closed; sent++) {
    wire.send(CHUNK);
    await sleep(pause);
  }
  if (!wire.closed) wire.send('0\r\n\r\n');
  return wire.untilClosed();
}

describe.each(readers)('a body that keeps arriving, read %s', (_, handle) => {
  it('is not cut by handlerTimeout, however long it takes', async () => {
    const { port, errors } = await serving(handle, { limits: HANDLER });
    const [response] = readResponses(await trickle(port, PIECES, 15), true);
    expect([response?.status, response?.body.toString()]).toEqual([200, String(PIECES * 10)]);
    expect(errors).toEqual([]);
  });

  it('is not cut over HTTP/2 either', async () => {
    const { url } = await serving(handle, { limits: HANDLER, http2: true });
    const stream = client(url).request({ ':method': 'POST' });
    const response = seen(stream);
    for (let sent = 0; sent < PIECES; sent++) {
      stream.write('0123456789');
      await sleep(15);
    }
    stream.end();
    expect(await response).toMatchObject({ status: 200, body: String(PIECES * 10) });
  });

  it('is answered with 408, and its connection closed, when it is slower than bodyMinRate', async () => {
    const limits = { bodyMinRate: 100_000, bodyMinRateAfter: 60 };
    const { port } = await serving(handle, { limits });
    const [response] = readResponses(await trickle(port, 1_000, 10), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([408, ['close']]);
  });

  it('is answered with 408 when it is slower than bodyMinRate over HTTP/2', async () => {
    const limits = { bodyMinRate: 100_000, bodyMinRateAfter: 60 };
    const { url } = await serving(handle, { limits, http2: true });
    const stream = client(url).request({ ':method': 'POST' });
    const response = seen(stream);
    for (let sent = 0; sent < 1_000 && !stream.closed; sent++) {
      stream.write('0123456789');
      await sleep(10);
    }
    expect((await response).status).toBe(408);
  });

  it('is cut by handlerTimeout when the times that the handler works between reads add up', async () => {
    const worker: Handle = async (request) => {
      for await (const chunk of request.getBody()) if (chunk.length > 0) await sleep(30);
      return answer('done');
    };
    const { port } = await serving(worker, { limits: HANDLER });
    expect(await trickle(port, 1_000, 60)).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('may be slow with a bodyMinRate of 0', async () => {
    const { port } = await serving(handle, { limits: { bodyMinRate: 0, bodyMinRateAfter: 0 } });
    const [response] = readResponses(await trickle(port, 10, 10), true);
    expect([response?.status, response?.body.toString()]).toEqual([200, '100']);
  });

  it('is answered with 408, and its connection closed, at requestTimeout', async () => {
    const limits = { ...HANDLER, requestTimeout: 300, headersTimeout: 300 };
    const { port } = await serving(handle, { limits });
    const [response] = readResponses(await trickle(port, 1_000, 15), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([408, ['close']]);
  });
});

describe('the time of a handler', () => {
  it.each<[string, Handle]>([
    ['does not read a body that keeps arriving', () => new Promise(() => undefined)],
    [
      'reads one chunk and no more',
      async (request) => {
        await request.getBody()[Symbol.asyncIterator]().next();
        return new Promise(() => undefined);
      },
    ],
    [
      'has read all of the body',
      async (request) => {
        await request.getBody().text();
        return new Promise(() => undefined);
      },
    ],
  ])('runs when it %s: 503', async (_, handle) => {
    const { port, errors } = await serving(handle, { limits: HANDLER });
    const text = await trickle(port, 20, 5);
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });
});

describe('a body that keeps arriving, read by a Connect-style handler from `req`', () => {
  it('is cut by handlerTimeout: the time of such a reader does not stop', async () => {
    const reading = fromConnect((req, res) => {
      req.on('end', () => res.end('read')).resume();
    }, factories);
    const inner = { handle: () => answer('inner') };
    const { port } = await serving((request) => reading.process(request, inner), {
      limits: HANDLER,
    });
    const [response] = readResponses(await trickle(port, PIECES, 15), true);
    expect(response?.status).toBe(503);
  });
});
