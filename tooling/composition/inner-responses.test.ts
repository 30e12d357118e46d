/** What layers make of the headers of responses inside: of routes with authentication, proxied services, and failures. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basicAuth } from '@mortise/auth';
import { compression } from '@mortise/compression/node';
import { cors } from '@mortise/cors';
import { fromFetchHandler } from '@mortise/fetch';
import { etag, httpCache } from '@mortise/http-cache';
import { proxy } from '@mortise/proxy';
import { createApp, type MiddlewareInterface, text, underPath } from 'mortise';
import { adapters } from './adapters.js';

const logger = { error: () => undefined, info: () => undefined };
const APP = 'https://app.example';
const PARTNER = 'https://partner.example';
const EVIL = 'https://evil.example';
const OF_CONNECTION = ['date', 'connection', 'keep-alive'];

function named(prefix: RegExp, headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => prefix.test(name)));
}

describe.each(adapters)('httpCache outside basicAuth, over %s', (_, adapter) => {
  it.each([
    ['GET', '/own', 'private, max-age=60'],
    ['HEAD', '/own', 'private, max-age=60'],
    ['GET', '/', 'public, max-age=60'],
  ])('lets a shared cache store no page of a user: %s %s', async (method, path, control) => {
    const app = createApp({ logger, layers: [httpCache({ type: 'public', maxAge: 60 }), etag()] });
    app.get('/', (_request, response) => text(response, 'for all'));
    app
      .group('/own', (own) => own.get('', (_request, response) => text(response, 'for ada')))
      .add(basicAuth({ realm: 'x', verify: () => ({ name: 'ada' }) }));
    const headers: Record<string, string> =
      path === '/' ? {} : { Authorization: `Basic ${btoa('ada:x')}` };
    const answer = await adapter(app, { method, path, headers });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, control]);
  });
});

describe.each(adapters)('cors around what has headers of its own, over %s', (_, adapter) => {
  /** Permits every origin everything. */
  const service = createServer((incoming, outgoing) => {
    outgoing.setHeader('Access-Control-Allow-Origin', incoming.headers.origin ?? '*');
    outgoing.setHeader('Access-Control-Allow-Credentials', 'true');
    outgoing.setHeader('Access-Control-Expose-Headers', 'X-Secret');
    outgoing.end('secret');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void service.close());

  const shop = (credentials = true, inner: readonly MiddlewareInterface[] = []) => {
    const app = createApp({
      logger,
      layers: [cors({ origins: [APP], credentials }), ...inner],
    });
    const { port } = service.address() as AddressInfo;
    app.mount('/proxied', proxy({ target: `http://127.0.0.1:${port}` }));
    const headers = {
      ...{ 'Access-Control-Allow-Origin': EVIL, 'Access-Control-Allow-Credentials': 'true' },
      'Access-Control-Expose-Headers': 'X-Secret',
    };
    app.mount(
      '/fetched',
      fromFetchHandler(() => new Response('secret', { headers })),
    );
    app.get('/part/page', (_request, response) => text(response, 'page'));
    app.get('/part/fails', () => {
      throw new Error('no');
    });
    return app;
  };
  const asked = async (app: ReturnType<typeof shop>, path: string, origin: string | null) => {
    const headers: Record<string, string> = origin === null ? {} : { Origin: origin };
    const answer = await adapter(app, { method: 'GET', path, headers });
    expect(answer.headers['vary']).toBe('Origin');
    return named(/^access-control-/, answer.headers);
  };
  const permits = (origin: string) => ({ 'access-control-allow-origin': origin });
  const credentials = { 'access-control-allow-credentials': 'true' };
  const exposes = { 'access-control-expose-headers': 'X-Secret' };

  it.each(['/proxied', '/fetched'])(
    'lets only listed origins read what is inside, with credentials only if it says so: %s',
    async (path) => {
      expect(await asked(shop(), path, EVIL)).toEqual({});
      expect(await asked(shop(), path, null)).toEqual({});
      expect(await asked(shop(), path, APP)).toEqual({
        ...{ ...permits(APP), ...credentials, ...exposes },
      });
      expect(await asked(shop(false), path, APP)).toEqual({ ...permits(APP), ...exposes });
    },
  );

  it('leaves a part to its own cors, with other origins', async () => {
    const app = shop(true, [underPath('/part', cors({ origins: [PARTNER] }))]);
    expect(await asked(app, '/part/page', PARTNER)).toEqual(permits(PARTNER));
    expect(await asked(app, '/part/page', APP)).toEqual({});
    expect(await asked(app, '/part/page', EVIL)).toEqual({});
    expect(await asked(app, '/proxied', PARTNER)).toEqual({});
  });

  it('answers the preflights of such a part itself', async () => {
    if (adapter === adapters[2]?.[1]) return; // The platform's own Request drops the header.
    const app = shop(true, [underPath('/part', cors({ origins: [PARTNER] }))]);
    const preflight = async (origin: string) => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'PUT' };
      const answer = await adapter(app, { method: 'OPTIONS', path: '/part/page', headers });
      return [answer.status, named(/^access-control-allow-origin$/, answer.headers)];
    };
    expect(await preflight(PARTNER)).toEqual([204, {}]);
    expect(await preflight(APP)).toEqual([204, permits(APP)]);
  });
});

describe.each(adapters.slice(0, 2))(
  'a body that fails before it is sent, over %s',
  (_, adapter) => {
    async function* failing(parts: readonly string[]): AsyncGenerator<string> {
      yield* parts;
      throw await Promise.resolve(new Error('late'));
    }
    const app = createApp({
      logger,
      layers: [cors({ origins: [APP], credentials: true }), compression()],
    });
    const page = (parts: readonly string[]) =>
      app.factories
        .createResponse(200, 'Fine')
        .withHeader('Content-Type', 'text/html')
        .withHeader('Content-Language', 'en')
        .withHeader('Cache-Control', 'public, max-age=60')
        .withHeader('ETag', '"1"')
        .withHeader('X-Request-Id', 'r-1')
        .withHeader('Upgrade', 'h2c')
        .withHeader('Set-Cookie', ['a=1', 'b=2'])
        .withBody(app.factories.createStreamFromResource(failing(parts)));
    // With a digest, a body is not compressed.
    const digest = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:';
    app.get('/first', () => page([]).withHeader('Content-Digest', digest));
    app.get('/late', () => page(['a'.repeat(3_000)]));

    it.each([
      ['/first', 'identity'],
      ['/first', 'gzip'],
      ['/late', 'gzip'],
    ])('gives a 500 with the headers of the layers: %s with %s', async (path, coding) => {
      const ask = { method: 'GET', path, headers: { Origin: APP, 'Accept-Encoding': coding } };
      const { status, headers, body, isCut } = await adapter(app, ask);
      const { vary, ...all } = headers;
      const others = Object.entries(all).filter(([name]) => !OF_CONNECTION.includes(name));
      expect([status, String(body), isCut]).toEqual([500, 'Internal Server Error', false]);
      expect(Object.fromEntries(others)).toEqual({
        'access-control-allow-origin': APP,
        'access-control-allow-credentials': 'true',
        'x-request-id': 'r-1',
        'set-cookie': 'a=1,b=2',
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '21',
      });
      expect(vary).toMatch(/Origin/);
    });
  },
);
