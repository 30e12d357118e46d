import { describe, expect, it } from '@jest/globals';
import type { AttributeKey, MiddlewareInterface } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { createApp, httpError, json, text } from 'mortise';
import { inProcess, keepCookies } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, session, sessionOf } from './index.js';

const warnings = notedWarnings();
const INSIDE: AttributeKey<number> = 'inside';
const OUTSIDE: AttributeKey<number> = 'outside';
const logger = { error: () => undefined, info: () => undefined };

const kinds: [string, () => () => MiddlewareInterface][] = [
  [
    'session',
    () => {
      const store = memoryStore();
      return () => session({ store });
    },
  ],
  ['cookieSession', () => () => cookieSession({ keys: ['k'.repeat(32)] })],
];

describe.each(kinds)('%s inside another one with the same cookie', (_name, create) => {
  /** An application with a session, and one below `/in` with its own layer. */
  const nested = () => {
    const layer = create();
    const inner = createApp({ logger, layers: [layer()] });
    inner.get('/set', (request, response) => {
      sessionOf(request).set(INSIDE, 1);
      return text(response, 'set');
    });
    inner.get('/end', (request, response) => {
      sessionOf(request).destroy();
      return text(response, 'ended');
    });
    inner.get('/fail', (request) => {
      sessionOf(request).set(INSIDE, 2);
      throw httpError(409, 'no');
    });
    const app = createApp({ logger });
    app.add((request, handler) => {
      if (request.getUri().getPath().startsWith('/in')) sessionOf(request).set(OUTSIDE, 1);
      return handler.handle(request);
    });
    app.add(layer());
    app.mount('/in', inner);
    app.get('/show', (request, response) => {
      const current = sessionOf(request);
      return json(response, [current.get(INSIDE) ?? 0, current.get(OUTSIDE) ?? 0]);
    });
    return visitor(app);
  };

  it('stores the changes of both, with one cookie', async () => {
    const client = nested();
    const response = await client.get('/in/set');
    expect(response.getHeader('Set-Cookie')).toHaveLength(1);
    expect(await client.read('/show')).toBe('[1,1]');
  });

  it('stores the changes before an error inside', async () => {
    const client = nested();
    expect((await client.get('/in/fail')).getStatusCode()).toBe(409);
    expect(await client.read('/show')).toBe('[2,1]');
  });

  it('ends the session of both', async () => {
    const client = nested();
    await client.get('/in/set');
    await client.get('/in/end');
    expect(client.cookie).toBe('');
    expect(await client.read('/show')).toBe('[0,0]');
  });
});

it('a session that was stored already is not used again for a request that carries it', async () => {
  const store = memoryStore();
  const pages = createApp({ logger, layers: [session({ store })] });
  pages.get('/{rest:.*}', (request, response) => {
    sessionOf(request).update(INSIDE, (count = 0) => count + 1);
    return text(response, String(sessionOf(request).get(INSIDE)));
  });
  const app = createApp({ logger });
  // Of a group, whose session is stored when the error leaves it.
  app.group(
    '',
    (group) =>
      group.get('/', (request) => {
        sessionOf(request).set(OUTSIDE, 1);
        throw Object.assign(new Error('failed'), { request });
      }),
    { layers: [session({ store })] },
  );
  app.setErrorHandler(Error, (_request, error) =>
    pages.handle(Reflect.get(error, 'request') as Parameters<typeof pages.handle>[0]),
  );
  const client = visitor(app);
  expect(await client.read('/')).toBe('1');
  expect(await client.read('/')).toBe('2');
});

it('a session with another cookie is another session', async () => {
  const store = memoryStore();
  const app = createApp({
    layers: [session({ store }), session({ store, cookie: { secure: false } })],
  });
  app.get('/', (request, response) => {
    sessionOf(request).set(INSIDE, 1);
    return text(response, 'set');
  });
  const [cookie = '', ...others] = (await visitor(app).get('/')).getHeader('Set-Cookie');
  expect([cookie.split('=', 1), others]).toEqual([['session'], []]);
});

describe('a session in a mounted application', () => {
  type Layer = () => MiddlewareInterface;
  const shared = memoryStore();
  const keys = ['k'.repeat(32)];

  /** Calls the mounted application, and returns the codes of the warnings. */
  async function codesOf(outer: Layer, inner: Layer, development = true) {
    const mounted = createApp({ development, layers: [inner()] });
    mounted.get('/', (request, response) => text(response, String(sessionOf(request).get(INSIDE))));
    const app = createApp({ development, layers: [outer()] });
    app.mount('/in', mounted);
    await visitor(app).get('/in/');
    await visitor(app).get('/in/');
    return warnings.map(({ code }) => code);
  }

  it.each<[string, Layer, Layer]>([
    ['another store', () => session({ store: shared }), () => session({ store: memoryStore() })],
    [
      'another prefix',
      () => session({ store: shared }),
      () => session({ store: shared, prefix: 'in:' }),
    ],
    ['other keys', () => cookieSession({ keys }), () => cookieSession({ keys: ['m'.repeat(32)] })],
    ['keys instead of a store', () => session({ store: shared }), () => cookieSession({ keys })],
  ])('that is not used, because it has %s, is a warning once in development', async (_, ...of) => {
    expect(await codesOf(...of)).toEqual(['SESSION_NESTED']);
    expect(await codesOf(...of, false)).toEqual(['SESSION_NESTED']);
  });

  it.each<[string, Layer, Layer]>([
    ['the same store', () => session({ store: shared }), () => session({ store: shared })],
    ['the same keys', () => cookieSession({ keys }), () => cookieSession({ keys: [...keys] })],
    [
      'a cookie with another name',
      () => session({ store: shared }),
      () => session({ store: memoryStore(), cookie: { name: 'in' } }),
    ],
  ])('that has %s is not a warning', async (_, ...of) => {
    expect(await codesOf(...of)).toEqual([]);
  });

  it('with another name of the cookie is a session of its own', async () => {
    const mounted = createApp({
      layers: [session({ store: memoryStore(), cookie: { name: 'in' } })],
    });
    const count = (request: Parameters<typeof sessionOf>[0]) => {
      sessionOf(request).update(INSIDE, (before = 0) => before + 1);
      return String(sessionOf(request).get(INSIDE));
    };
    mounted.get('/', (request, response) => text(response, count(request)));
    const app = createApp({ layers: [session({ store: memoryStore() })] });
    app.get('/', (request, response) => text(response, count(request)));
    app.mount('/in', mounted);
    const client = keepCookies(inProcess(app));
    const bodies: string[] = [];
    for (const path of ['/', '/', '/in/', '/'])
      bodies.push(await (await client.get(path)).getBody().text());
    expect(bodies).toEqual(['1', '2', '1', '3']);
    const [cookie] = (await inProcess(app).get('/in/')).getHeader('Set-Cookie');
    expect(cookie).toMatch(/^__Host-in=.*; secure/);
  });
});
