import { afterEach, describe, expect, it } from '@jest/globals';
// @ts-expect-error it has no types of its own
import express from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConnectHandler, fromConnect } from '../src/index.js';
import { type Asked, asking, type Got } from './asking.js';
import { client, closeClients } from './http2-client.js';
import { answer, closeServers, gate, serving } from './serving.js';
import { get, Wire } from './wire.js';

afterEach(async () => {
  closeClients();
  await closeServers();
});

type Application = ConnectHandler & Record<'get' | 'post' | 'use', (...all: unknown[]) => unknown>;

interface Request extends IncomingMessage {
  readonly body: unknown;
  readonly ip: string;
  readonly baseUrl: string;
  readonly originalUrl: string;
}

interface Response extends ServerResponse {
  cookie(name: string, value: string): this;
  json(value: unknown): this;
  send(body: unknown): this;
}

const { json } = express as { json: () => ConnectHandler };

describe.each([
  ['HTTP/1.1', false],
  ['HTTP/2', true],
])('an application of Express below fromConnect over %s', (_protocol, http2) => {
  async function served(old: Application) {
    const middleware = fromConnect(old, { path: '/old' });
    const server = await serving(
      async (request) => {
        const response = await middleware.process(request, { handle: () => answer('inner') });
        return response.withHeader('X-Outermost', 'there');
      },
      { http2 },
    );
    const ask = (path: string, asked: Asked = {}): Promise<Got> =>
      asking(server.url, path, asked, http2);
    return { ...server, ask };
  }

  it('responds to its routes, with what it adds to req and res', async () => {
    const old = (express as () => Application)();
    old.get('/facts', ({ ip, baseUrl, originalUrl, url }: Request, res: Response) =>
      res.cookie('a', '1').json({ ip, baseUrl, originalUrl, url }),
    );
    const { ask } = await served(old);
    const { status, headers, body } = await ask('/old/facts?x=1');
    expect([status, JSON.parse(String(body))]).toEqual([
      200,
      { ip: '127.0.0.1', baseUrl: '/old', originalUrl: '/old/facts?x=1', url: '/facts?x=1' },
    ]);
    expect(headers).toMatchObject({
      'set-cookie': ['a=1; Path=/'],
      'x-powered-by': 'Express',
      'x-outermost': 'there',
    });
  });

  it('reads bodies', async () => {
    const old = (express as () => Application)();
    old.use(json());
    old.post('/echo', (req: Request, res: Response) => res.json(req.body));
    const { ask } = await served(old);
    const body = JSON.stringify({ title: 'Emma', text: 'x'.repeat(90_000) });
    const headers = { 'content-type': 'application/json' };
    const echoed = await ask('/old/echo', { method: 'POST', headers, body });
    expect([echoed.status, String(echoed.body) === body]).toEqual([200, true]);
    const refused = await ask('/old/echo', { method: 'POST', headers, body: '{' });
    expect(refused.status).toBe(400);
  });

  it('passes on unknown routes', async () => {
    const { ask } = await served((express as () => Application)());
    expect(String((await ask('/old/unknown')).body)).toBe('inner');
    expect(String((await ask('/new')).body)).toBe('inner');
  });

  it('passes its errors to the outer layers', async () => {
    const old = (express as () => Application)();
    old.get('/fails', () => {
      throw Object.assign(new Error('no tea'), { status: 418 });
    });
    const { ask } = await served(old);
    expect((await ask('/old/fails')).status).toBe(418);
  });

  it('is notified when the client disconnects while it reads', async () => {
    const old = (express as () => Application)();
    const reached = gate();
    const gone = gate();
    old.post('/slow', (req: Request) => {
      req.on('aborted', gone.open).on('data', reached.open);
    });
    const { port, url, errors } = await served(old);
    if (http2) {
      const stream = client(url).request({ ':method': 'POST', ':path': '/old/slow' });
      stream.on('error', () => undefined).write('half');
      await reached.opened;
      stream.destroy();
    } else {
      const head = get('/old/slow', 'Content-Length: 9').replace('GET', 'POST');
      const wire = new Wire(port).send(`${head}half`);
      await reached.opened;
      wire.destroy();
    }
    await gone.opened;
    expect(errors).toEqual([]);
  });
});
