import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { createApp, serve, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { health, type HealthOptions } from './index.js';

describe.each(implementations)('health with %s', (_, factories) => {
  function probed(options: Partial<HealthOptions> = {}) {
    const app = createApp({ factories });
    app.get('/', (_request, response) => text(response, 'home'));
    const layer = health({ factories, ...options });
    app.add(layer);
    const client = inProcess(app);
    const probe = async (path: string, method = 'GET') => {
      const response = await client.request(method, path);
      return [response.getStatusCode(), await response.getBody().text()];
    };
    return { app, layer, client, probe };
  }

  const failing = { store: () => Promise.reject(new Error('secret')), clock: () => true };

  it('leaves a request with a malformed host to the layers inside', async () => {
    const seen: number[] = [];
    const app = createApp({ factories });
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      seen.push(response.getStatusCode());
      return response;
    });
    app.add(health({ factories }));
    const server = await serve(app, { port: 0, onError: () => undefined });
    const { port } = server;
    const status = await new Promise((resolve, reject) => {
      const headers = { Host: 'a b' };
      request({ host: '127.0.0.1', port, path: '/health/live', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    await server.close();
    expect([status, seen]).toEqual([400, [400]]);
  });

  it('runs checks and onEvent, which requests share, outside the context of each request', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { client } = probed({
      checks: {
        store: async () => {
          seen.push(storage.getStore());
          await new Promise(setImmediate);
          seen.push(storage.getStore());
          return false;
        },
      },
      onEvent: () => seen.push(storage.getStore()),
    });
    await storage.run('a request', () => client.get('/health/ready'));
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  it('is alive and ready without checks', async () => {
    const { probe } = probed();
    expect(await probe('/health/live')).toEqual([200, '{"status":"pass"}']);
    expect(await probe('/health/ready')).toEqual([200, '{"status":"pass"}']);
  });

  it('sends the type of the draft, and refuses to be stored', async () => {
    const { client, layer } = probed();
    layer.drain();
    for (const path of ['/health/live', '/health/ready']) {
      const response = await client.get(path);
      expect(response.getHeaders()).toMatchObject({
        'Content-Type': ['application/health+json'],
        'Cache-Control': ['no-store'],
      });
    }
  });

  it('knows its paths in every encoding, raw sub-delimiters too', async () => {
    const { probe } = probed({ live: '/@live;1', ready: '/%61@ready' });
    for (const path of ['/@live;1', '/%40live%3b1', '/%40%6cive;1', '/a@ready', '/a%40ready']) {
      expect(await probe(path)).toEqual([200, '{"status":"pass"}']);
    }
  });

  it('is not ready if one check fails, and tells a stranger nothing else', async () => {
    const { probe } = probed({ checks: failing });
    expect(await probe('/health/ready')).toEqual([503, '{"status":"fail"}']);
    expect(await probe('/health/live')).toEqual([200, '{"status":"pass"}']);
  });

  it.each<[string, unknown, boolean]>([
    ['true', true, true],
    ['a promise of true', Promise.resolve(true), true],
    ['false', false, false],
    ['a promise of false', Promise.resolve(false), false],
    ['text', 'no', false],
    ['a number', 1, false],
    ['nothing', undefined, false],
  ])('shows the results for true alone: %s', async (_what, shows, shown) => {
    const { probe } = probed({ checks: failing, details: () => shows as boolean });
    expect(String((await probe('/health/ready'))[1]).includes('checks')).toBe(shown);
  });

  it('shows who may see them the results, without the text of errors', async () => {
    const { client } = probed({
      checks: failing,
      now: () => 1_000,
      details: (request) => request.getHeaderLine('X-Token') === 'known',
    });
    const response = await client.get('/health/ready', { headers: { 'X-Token': 'known' } });
    const fact = { observedValue: 0, observedUnit: 'ms', time: '1970-01-01T00:00:01.000Z' };
    expect(JSON.parse(await response.getBody().text())).toEqual({
      status: 'fail',
      checks: { store: [{ status: 'fail', ...fact }], clock: [{ status: 'pass', ...fact }] },
    });
    expect(await (await client.get('/health/ready')).getBody().text()).toBe('{"status":"fail"}');
  });

  it('is alive and not ready after drain, without a check', async () => {
    let runs = 0;
    const { layer, probe } = probed({ checks: { store: () => ++runs }, details: () => true });
    layer.drain();
    expect(await probe('/health/ready')).toEqual([503, '{"status":"fail"}']);
    expect(await probe('/health/live')).toEqual([200, '{"status":"pass"}']);
    expect(runs).toBe(0);
  });

  it('is not ready while the server closes', async () => {
    const { app } = probed();
    const request = factories.createServerRequest('GET', 'http://localhost/health/ready');
    request.getLifetime().beginClosing(new Error('closing'));
    expect((await app.handle(request)).getStatusCode()).toBe(503);
  });

  it('responds to HEAD, refuses other methods, and passes other paths on', async () => {
    const { probe } = probed();
    expect((await probe('/health/live', 'HEAD'))[0]).toBe(200);
    expect((await probe('/health/ready', 'HEAD'))[0]).toBe(200);
    expect((await probe('/health/live', 'POST'))[0]).toBe(405);
    expect((await probe('/health'))[0]).toBe(404);
    expect((await probe('/health/live/'))[0]).toBe(404);
    expect(await probe('/')).toEqual([200, 'home']);
  });

  it('uses the paths of its options alone', async () => {
    const { probe } = probed({ live: '/livez', ready: '/readyz' });
    expect((await probe('/livez?verbose'))[0]).toBe(200);
    expect((await probe('/readyz'))[0]).toBe(200);
    expect((await probe('/health/live'))[0]).toBe(404);
  });
});
