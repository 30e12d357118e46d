import { afterEach, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConnectHandler } from '../src/index.js';
import { servingConnect } from './connect-serving.js';
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
  it('is not aborted by handlerTimeout, however long it takes', async () => {
    const { port, errors } = await serving(handle, { limits: HANDLER });
    const [response] = readResponses(await trickle(port, PIECES, 15), true);
    expect([response?.status, response?.body.toString()]).toEqual([200, String(PIECES * 10)]);
    expect(errors).toEqual([]);
  });

  it('is not aborted over HTTP/2 either', async () => {
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

  it('is refused with 408, and its connection closed, if it is slower than bodyMinRate', async () => {
    const limits = { bodyMinRate: 100_000, bodyMinRateAfter: 60 };
    const { port } = await serving(handle, { limits });
    const [response] = readResponses(await trickle(port, 1_000, 10), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([408, ['close']]);
  });

  it('is refused with 408 if it is slower than bodyMinRate over HTTP/2', async () => {
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

  it("is aborted by handlerTimeout when the handler's time between reads adds up to it", async () => {
    const worker: Handle = async (request) => {
      for await (const chunk of request.getBody()) if (chunk.length > 0) await sleep(30);
      return answer('done');
    };
    const { port } = await serving(worker, { limits: HANDLER });
    expect(await trickle(port, 1_000, 60)).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('can be slow with a bodyMinRate of 0', async () => {
    const { port } = await serving(handle, { limits: { bodyMinRate: 0, bodyMinRateAfter: 0 } });
    const [response] = readResponses(await trickle(port, 10, 10), true);
    expect([response?.status, response?.body.toString()]).toEqual([200, '100']);
  });

  it('is refused with 408, and its connection closed, at requestTimeout', async () => {
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

const directReaders: [string, (req: IncomingMessage) => Promise<number>][] = [
  [
    'by data events',
    (req) =>
      new Promise((resolve) => {
        let size = 0;
        req
          .on('data', (chunk: Buffer) => (size += chunk.length))
          .on('end', () => {
            resolve(size);
          });
      }),
  ],
  [
    'by for await',
    async (req) => {
      let size = 0;
      for await (const chunk of req as AsyncIterable<Buffer>) size += chunk.length;
      return size;
    },
  ],
  [
    'by pipeline',
    async (req) => {
      let size = 0;
      const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
        size += chunk.length;
        done();
      };
      await pipeline(req, new Writable({ write }));
      return size;
    },
  ],
];

describe.each(directReaders)('a body that a Connect-style handler reads from req %s', (_, read) => {
  const reading: ConnectHandler = async (req, res) => res.end(String(await read(req)));

  it('is not aborted by handlerTimeout while it keeps arriving', async () => {
    const { port, errors } = await servingConnect(reading, { serve: { limits: HANDLER } });
    const [response] = readResponses(await trickle(port, PIECES, 15), true);
    expect([response?.status, response?.body.toString()]).toEqual([200, String(PIECES * 10)]);
    expect(errors).toEqual([]);
  });

  it('is not aborted by handlerTimeout over HTTP/2 either', async () => {
    const serve = { limits: HANDLER, http2: true };
    const { url } = await servingConnect(reading, { serve });
    const stream = client(url).request({ ':method': 'POST' });
    const response = seen(stream);
    for (let sent = 0; sent < PIECES; sent++) {
      stream.write('0123456789');
      await sleep(15);
    }
    stream.end();
    expect(await response).toMatchObject({ status: 200, body: String(PIECES * 10) });
  });

  it.each([
    ['slower than bodyMinRate', { bodyMinRate: 100_000, bodyMinRateAfter: 60 }, 1_000],
    ['idle for bodyIdleTimeout', { bodyIdleTimeout: 60 }, 1],
  ])('is refused with 408, and its connection closed, if it is %s', async (_, limit, pieces) => {
    const { port, errors } = await servingConnect(reading, {
      serve: { limits: { checkInterval: 20, ...limit } },
    });
    const wire = new Wire(port).send(HEAD);
    for (let sent = 0; sent < pieces && !wire.closed; sent++) {
      wire.send(CHUNK);
      await sleep(10);
    }
    const [response] = readResponses(await wire.untilClosed(), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([408, ['close']]);
    expect(errors).toEqual([]);
  });

  it('is refused with 408 at requestTimeout, even over HTTP/2', async () => {
    const limits = { headersTimeout: 300, requestTimeout: 300, checkInterval: 20 };
    const { port, url, errors } = await servingConnect(reading, { serve: { limits, http2: true } });
    const [response] = readResponses(await trickle(port, 1_000, 15), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([408, ['close']]);
    const stream = client(url).request({ ':method': 'POST' });
    stream.write('0123456789');
    expect((await seen(stream)).status).toBe(408);
    expect(errors).toEqual([]);
  });

  it('starts the time of the handler once all of it has been read: 503', async () => {
    const { port, errors } = await servingConnect((req) => void read(req), {
      serve: { limits: HANDLER },
    });
    const text = await trickle(port, PIECES, 15);
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });
});

describe('the time of a Connect-style handler', () => {
  it.each<[string, ConnectHandler]>([
    ['does not read a body that keeps arriving', () => undefined],
    ['only waits for the end of the body', (req, res) => req.on('end', () => res.end('read'))],
    ['has stopped reading', (req) => req.once('data', () => req.pause())],
    [
      'has a listener for readable that takes nothing',
      (req) => req.on('readable', () => undefined),
    ],
    [
      'takes its time for each chunk',
      (req) =>
        req.on('data', () => {
          req.pause();
          setTimeout(() => req.resume(), 60);
        }),
    ],
  ])('runs when it %s: 503', async (_, handler) => {
    const { port, errors } = await servingConnect(handler, { serve: { limits: HANDLER } });
    expect(await trickle(port, Infinity, 15)).toMatch(/^HTTP\/1\.1 503 /);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });

  it('runs while the handler does not read a body of which nothing arrives: 503', async () => {
    const { port } = await servingConnect(() => undefined, { serve: { limits: HANDLER } });
    expect(await new Wire(port).send(HEAD).untilClosed()).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('is that of the inner application if that reads the body', async () => {
    const { port } = await servingConnect(
      (_req, _res, next) => {
        next();
      },
      {
        inner: async (request) => {
          for await (const chunk of request.getBody()) if (chunk.length > 0) await sleep(30);
          return answer('done');
        },
        serve: { limits: HANDLER },
      },
    );
    expect(await trickle(port, 1_000, 60)).toMatch(/^HTTP\/1\.1 503 /);
  });
});
