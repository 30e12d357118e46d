import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { ask, servingConnect } from '../../test/connect-serving.js';
import { client, closeClients, seen } from '../../test/http2-client.js';
import { answer, closeServers } from '../../test/serving.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { lastGet, talk, Wire } from '../../test/wire.js';
import type { ConnectHandler } from '../index.js';
import { rawExchangeOf } from '../request/raw-exchange.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const waiting = lastGet('/', 'Content-Length: 4', 'Expect: 100-continue').replace('GET', 'POST');

async function textOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}

const reads: ConnectHandler = async (req, res) => res.end(`read ${await textOf(req)}`);

describe('the body of a request below fromConnect', () => {
  it('is requested with 100 Continue when the handler reads it, once', async () => {
    const { port } = await servingConnect(reads);
    const wire = new Wire(port).send(waiting);
    await wire.hear((text) => text !== '');
    expect(wire.heard).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    wire.send('body');
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 100 [^1]*1\.1 200 [^]*read body$/);
  });

  it('is also requested over HTTP/2', async () => {
    const { url } = await servingConnect(reads, { serve: { http2: true } });
    const stream = client(url).request({ ':method': 'POST', expect: '100-continue' });
    stream.on('continue', () => stream.end('body'));
    expect((await seen(stream)).body).toBe('read body');
  });

  it('is not requested if the handler refuses the request', async () => {
    const { port } = await servingConnect((_req, res) => void res.writeHead(403).end('no'));
    expect(await talk(port, waiting)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('is available to the inner application if the handler does not read it', async () => {
    const { body } = await ask(
      (_req, _res, next) => void setImmediate(next),
      { inner: async (request) => answer(await request.getBody().text()) },
      `${lastGet('/', 'Content-Length: 4').replace('GET', 'POST')}body`,
    );
    expect(String(body)).toBe('body');
  });

  it.each<[string, (body: AsyncIterable<Uint8Array> & { text(): Promise<string> }) => unknown]>([
    ['whole', (body) => body.text()],
    ['in chunks', (body) => body[Symbol.asyncIterator]().next()],
  ])(
    'fails with BODY_CONSUMED in the inner application after the handler has read it: %s',
    async (_, read) => {
      const failures: unknown[] = [];
      const { status } = await ask(
        async (req, _res, next) => {
          await textOf(req);
          next();
        },
        {
          inner: async (request) => {
            await Promise.resolve(read(request.getBody())).catch((error: unknown) =>
              failures.push(error),
            );
            return answer('', 204);
          },
        },
        `${lastGet('/', 'Content-Length: 4').replace('GET', 'POST')}body`,
      );
      const message = expect.stringContaining(
        'remove Connect middleware that reads it, such as express.json()',
      );
      expect([status, failures]).toMatchObject([204, [{ code: 'BODY_CONSUMED', message }]]);
    },
  );

  it('arrives over HTTP/2 no faster than the handler reads it', async () => {
    let real: IncomingMessage | undefined;
    const { url } = await servingConnect(
      async (req, res) => {
        await waitForEvent('the first bytes', once(req, 'readable'));
        await waitFor(() => real?.isPaused() === true);
        res.end(String((await textOf(req)).length));
      },
      {
        serve: { http2: true },
        request: (request) => {
          real = rawExchangeOf(request)?.incoming;
          return request;
        },
      },
    );
    const stream = client(url).request({ ':method': 'POST' });
    stream.end(Buffer.alloc(4 * 1024 * 1024));
    expect((await seen(stream)).body).toBe(String(4 * 1024 * 1024));
  });
});
