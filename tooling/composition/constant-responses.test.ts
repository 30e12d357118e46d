/** A handler may return the same response for every request: one that is not sent stays usable. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createApp, fromConnect, serve, text } from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { type Adapter, type AdapterOptions, adapters, type Ask } from './adapters.js';

const GET: Ask = { method: 'GET', path: '/', headers: {} };
const logger = { error: () => undefined, info: () => undefined };
const LIMIT = { handlerTimeout: 20 };

type Limited = readonly [
  adapter: string,
  whose: string,
  send: Adapter,
  ofRoute: Partial<typeof LIMIT>,
  options: AdapterOptions,
];

const limited = adapters.flatMap(([name, send]): Limited[] => [
  [name, 'of the route', send, LIMIT, {}],
  [name, 'of the server', send, {}, { limits: LIMIT }],
]);

describe.each(nodeImplementations)('a constant response on %s', (_name, factories) => {
  const constant = () => text(factories.createResponse(), 'constant');

  it.each(limited)(
    'over %s is sent after it was too late for the timeout %s',
    async (_adapter, _whose, send, limits, options) => {
      const app = createApp({ factories, logger });
      const response = constant();
      const gate = { open: (): void => undefined };
      let waits: Promise<void> | null = new Promise((resolve) => (gate.open = resolve));
      const handler = async () => {
        await waits;
        return response;
      };
      app.get('/', handler, { limits });
      expect((await send(app, GET, options)).status).toBe(503);
      gate.open();
      waits = null;
      await new Promise(setImmediate);
      expect(String((await send(app, GET, options)).body)).toBe('constant');
    },
  );

  it.each(adapters.filter(([name]) => name !== 'fetch'))(
    'over %s is sent after a HEAD through a Connect-style handler that replaces end',
    async (_adapter, send) => {
      const app = createApp({ factories, logger });
      const response = constant();
      app.get('/', () => response);
      const replacing = fromConnect((_req, res, next) => {
        const end = res.end.bind(res) as (...given: unknown[]) => typeof res;
        res.end = (...given: unknown[]) => end(...given);
        next();
      });
      app.add(replacing);
      expect((await send(app, { ...GET, method: 'HEAD' })).status).toBe(200);
      expect(String((await send(app, GET)).body)).toBe('constant');
    },
  );

  it('is sent after a client has not waited for it', async () => {
    const app = createApp({ factories, logger });
    const response = constant();
    app.get('/', async (request) => {
      if (request.hasHeader('X-Leaves')) await once(request.getLifetime().signal, 'abort');
      return response;
    });
    const server = await serve(app, { port: 0, onError: () => undefined });
    const leaving = connect(server.port, '127.0.0.1');
    leaving.end('GET / HTTP/1.1\r\nHost: a\r\nX-Leaves: 1\r\n\r\n', () => leaving.destroy());
    await once(leaving, 'close');
    const { url } = server;
    expect(await (await fetch(url)).text()).toBe('constant');
    await server.close();
    expect(response.getBody().isReadable()).toBe(true);
  });
});
