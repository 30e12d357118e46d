import { afterEach, describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { client, closeClients, seen } from '../../test/http2-client.js';
import { answer, closeServers, serving } from '../../test/serving.js';
import { lastGet, readResponses, talk } from '../../test/wire.js';
import { type ConnectHandler, fromConnect } from '../index.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

/** A server whose application reads the body, and then calls the handler. */
function readingBefore(handler: ConnectHandler, http2 = false) {
  const layer = fromConnect(handler);
  return serving(
    async (request) => {
      await request.getBody().text();
      return layer.process(request, { handle: () => answer('inner') });
    },
    { http2 },
  );
}

const reads: readonly (readonly [string, (req: IncomingMessage) => unknown])[] = [
  ['data', (req) => req.on('data', () => undefined)],
  ['readable', (req) => req.once('readable', () => undefined)],
  ['pipe', (req) => req.pipe(new PassThrough())],
  [
    'for await',
    (req) =>
      req[Symbol.asyncIterator]()
        .next()
        .catch(() => undefined),
  ],
];

describe.each(reads)('a handler that reads, by %s, what a layer has read', (_, read) => {
  const handler: ConnectHandler = (req, res) => {
    req.on('end', () => res.end('read'));
    void read(req);
  };

  it('is a 500 instead of a wait without end', async () => {
    const { port, errors } = await readingBefore(handler);
    const head = lastGet('/', 'Content-Length: 5').replace('GET', 'POST');
    const [response] = readResponses(await talk(port, `${head}order`), true);
    expect(response?.status).toBe(500);
    expect(errors).toMatchObject([{ code: 'BODY_CONSUMED' }]);
  });

  it('is one over HTTP/2', async () => {
    const { url, errors } = await readingBefore(handler, true);
    const stream = client(url).request({ ':method': 'POST' });
    stream.end('order');
    expect((await seen(stream)).headers[':status']).toBe(500);
    expect(errors).toMatchObject([{ code: 'BODY_CONSUMED' }]);
  });
});

it('a handler that does not read the body passes the request on after a layer has read it', async () => {
  const { port } = await readingBefore((req, _res, next) => {
    req.on('close', () => undefined);
    next();
  });
  const head = lastGet('/', 'Content-Length: 5').replace('GET', 'POST');
  const [response] = readResponses(await talk(port, `${head}order`), true);
  expect([response?.status, String(response?.body)]).toEqual([200, 'inner']);
});
