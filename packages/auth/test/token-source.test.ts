import { describe, expect, it } from '@jest/globals';
import { crossOriginProtection, csrfTokens } from '@mortise/csrf';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import type { HttpFactoriesInterface, MiddlewareInterface } from '@mortise/http-message';
import { createApp, httpError, serve, text } from 'mortise';
import { SignJWT } from 'jose';
import {
  anyOf,
  bearerAuth,
  fromCookie,
  fromHeader,
  type TokenSource,
  userOf,
} from '../src/index.js';
import { jwtAuth } from '../src/jwt/index.js';
import { requestWith, respond } from './respond.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const verify = (_request: unknown, token: string) => (token === 'k-7/=' ? 'ada' : null);
const byHeader = bearerAuth({ token: fromHeader('X-Api-Key'), verify, maxLength: 100 });
const byCookie = bearerAuth({ token: fromCookie('token'), verify });
const SECRET = 'a'.repeat(32);

describe.each(implementations)('a token of a source of your own with %s', (_, factories) => {
  const ask = async (
    layers: readonly MiddlewareInterface[],
    headers: Readonly<Record<string, string>> | readonly [string, string][],
    method = 'GET',
  ) => {
    const app = served(factories, layers);
    const server = await serve(app, { port: 0, onError: () => undefined });
    try {
      const response = await fetch(server.url, {
        method,
        headers: headers as Record<string, string>,
      });
      const body = await response.text();
      const code = /"code":"(\w+)"/.exec(body)?.[1];
      const [vary, caching] = ['Vary', 'Cache-Control'].map((name) => response.headers.get(name));
      return { status: response.status, said: code ?? body, vary, caching };
    } finally {
      await server.close();
    }
  };

  it.each<[Readonly<Record<string, string>>, number, string]>([
    [{ 'X-Api-Key': 'k-7/=' }, 200, 'ada'],
    [{ 'X-Api-Key': 'other' }, 401, 'CREDENTIALS_INVALID'],
    [{}, 401, 'CREDENTIALS_MISSING'],
    [{ 'X-Api-Key': '' }, 401, 'CREDENTIALS_MISSING'],
    [{ Authorization: 'Bearer k-7/=' }, 401, 'CREDENTIALS_MISSING'],
    [{ 'X-Api-Key': 'k-7/= k-7/=' }, 400, 'CREDENTIALS_MALFORMED'],
    [{ 'X-Api-Key': 'é' }, 400, 'CREDENTIALS_MALFORMED'],
    [{ 'X-Api-Key': 'a'.repeat(100) }, 401, 'CREDENTIALS_INVALID'],
    [{ 'X-Api-Key': 'a'.repeat(101) }, 431, 'CREDENTIALS_TOO_LONG'],
  ])('is read from a header: %j', async (headers, status, said) => {
    expect(await ask([byHeader], headers)).toMatchObject({ status, said });
    expect(await ask([byHeader], headers, 'POST')).toMatchObject({ status, said });
  });

  it.each([[['', 'k-7/=']], [['k-7/=', '']]])(
    'is not read from two headers: %j',
    async (values) => {
      const request = requestWith(factories).withHeader('X-Api-Key', values);
      expect((await respond(factories, [byHeader], request)).error).toMatchObject({
        code: 'CREDENTIALS_MALFORMED',
      });
    },
  );

  it.each<[string, number, string]>([
    ['token=k-7%2F%3D', 200, 'ada'],
    ['a=b; token=k-7/=', 200, 'ada'],
    ['token=other', 401, 'CREDENTIALS_INVALID'],
    ['token=', 401, 'CREDENTIALS_MISSING'],
    ['Token=k-7/=', 401, 'CREDENTIALS_MISSING'],
    ['token=a%0Ab', 400, 'CREDENTIALS_MALFORMED'],
  ])('is read from a cookie: %s', async (cookie, status, said) => {
    expect(await ask([byCookie], { Cookie: cookie })).toMatchObject({ status, said });
  });

  it.each(['POST', 'PUT', 'DELETE', 'QUERY'])(
    'is not read from a cookie for %s without cross-origin protection, whatever the request has',
    async (method) => {
      const missing = { status: 500, said: 'CROSS_ORIGIN_PROTECTION_MISSING' };
      expect(await ask([byCookie], { Cookie: 'token=k-7/=' }, method)).toMatchObject(missing);
      expect(await ask([byCookie], {}, method)).toMatchObject(missing);
      expect(await ask([byCookie, crossOriginProtection()], {}, method)).toMatchObject(missing);
    },
  );

  it('is read from a cookie inside cross-origin protection', async () => {
    const layers = [crossOriginProtection(), byCookie];
    const Cookie = 'token=k-7/=';
    const own = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
    expect(await ask(layers, own, 'POST')).toMatchObject({ status: 200, said: 'ada' });
    const foreign = { Cookie, 'Sec-Fetch-Site': 'cross-site' };
    expect(await ask(layers, foreign, 'POST')).toMatchObject({ status: 403, said: 'CROSS_ORIGIN' });
  });

  it('is refused with its form where tokens of forms protect it', async () => {
    const store = memoryStore();
    const layers = [session({ store, cookie: { secure: false } }), csrfTokens(), byCookie];
    expect(await ask(layers, { Cookie: 'token=k-7/=' }, 'POST')).toMatchObject({
      status: 403,
      said: 'CSRF_TOKEN',
    });
  });

  it('varies by what was read', async () => {
    expect((await ask([byHeader], { 'X-Api-Key': 'k-7/=' })).vary).toBe('X-Api-Key');
    expect((await ask([byCookie], { Cookie: 'token=k-7/=' })).vary).toBe('Cookie');
    const both = anyOf(byHeader, byCookie, bearerAuth({ verify }));
    expect((await ask([both], { 'X-Api-Key': 'k-7/=' })).vary).toBe(
      'X-Api-Key, Cookie, Authorization',
    );
  });

  it('is private for caches, which know only Authorization, unless the application says otherwise', async () => {
    const caching = async (
      layers: readonly MiddlewareInterface[],
      headers: Record<string, string>,
    ) => (await ask(layers, headers)).caching;
    const byName = bearerAuth({ verify });
    const sets = (value: string): MiddlewareInterface => ({
      process: async (request, handler) =>
        (await handler.handle(request)).withHeader('Cache-Control', value),
    });
    const shared = sets('public, max-age=60');
    expect([
      await caching([byHeader], { 'X-Api-Key': 'k-7/=' }),
      await caching([byCookie], { Cookie: 'token=k-7/=' }),
      await caching([byCookie, sets('no-store')], { Cookie: 'token=k-7/=' }),
      await caching([bearerAuth({ token: fromCookie('token'), verify, optional: true })], {}),
      await caching([byName], { Authorization: 'Bearer k-7/=' }),
      await caching([byHeader, shared], { 'X-Api-Key': 'k-7/=' }),
      await caching([byCookie, shared], { Cookie: 'token=k-7/=' }),
      await caching([byName, shared], { Authorization: 'Bearer k-7/=' }),
    ]).toEqual([
      ...['private, no-cache', 'private, no-cache', 'no-store', null, null],
      ...['private, max-age=60', 'private, max-age=60'],
      'public, max-age=60',
    ]);
  });

  it.each<[string, MiddlewareInterface, Record<string, string>, (string | null)[]]>([
    ['a cookie', byCookie, { Cookie: 'token=k-7/=' }, ['Accept, Cookie', 'private, no-cache']],
    ['a header', byHeader, { 'X-Api-Key': 'k-7/=' }, ['Accept, X-Api-Key', 'private, no-cache']],
    [
      'Authorization',
      bearerAuth({ verify }),
      { Authorization: 'Bearer k-7/=' },
      ['Accept, Authorization', null],
    ],
  ])(
    'marks an error that passes the layer of a group too: %s',
    async (_source, layer, headers, marks) => {
      const app = createApp({ factories });
      app.group('', (group) => group.get('/', () => Promise.reject(httpError(404)))).add(layer);
      const server = await serve(app, { port: 0 });
      try {
        const response = await fetch(server.url, { headers });
        expect(response.status).toBe(404);
        expect([response.headers.get('Vary'), response.headers.get('Cache-Control')]).toEqual(
          marks,
        );
      } finally {
        await server.close();
      }
    },
  );

  it.each<[string, MiddlewareInterface, Record<string, string>, (string | null)[]]>([
    ['a wrong cookie', byCookie, { Cookie: 'token=other' }, ['Cookie', 'private, no-cache']],
    [
      'a header too long',
      byHeader,
      { 'X-Api-Key': 'a'.repeat(101) },
      ['X-Api-Key', 'private, no-cache'],
    ],
    [
      'a wrong Authorization',
      bearerAuth({ verify }),
      { Authorization: 'Bearer no' },
      ['Authorization', null],
    ],
    ['no cookie', byCookie, {}, ['Cookie', null]],
  ])('marks its own refusals: %s', async (_source, layer, headers, marks) => {
    const { vary, caching } = await ask([layer], headers);
    expect([vary, caching]).toEqual(marks);
  });

  it('needs no protection where another layer of anyOf accepts first', async () => {
    const both = anyOf(byHeader, byCookie);
    const key = { 'X-Api-Key': 'k-7/=' };
    expect(await ask([both], key, 'POST')).toMatchObject({ status: 200, said: 'ada' });
  });

  it('can be a JSON Web Token', async () => {
    const token = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('i')
      .setAudience('a')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(SECRET));
    const rules = { keys: [SECRET], algorithms: ['HS256'] as const, issuer: 'i', audience: 'a' };
    const layer = jwtAuth({
      ...rules,
      token: fromCookie('jwt'),
      verify: (_request, claims) => claims.sub,
    });
    expect(await ask([layer], { Cookie: `jwt=${token}` })).toMatchObject({ said: 'ada' });
    expect(await ask([layer], { Cookie: `jwt=${token}` }, 'POST')).toMatchObject({ status: 500 });
  });
});

function served(factories: HttpFactoriesInterface, layers: readonly MiddlewareInterface[]) {
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({
    factories,
    logger,
    body: {},
    errors: { format: 'problem', details: true },
  });
  app.group(
    '',
    (group) => {
      group.any('/', (request, response) => text(response, String(userOf(request))));
    },
    { layers },
  );
  return app;
}

it('is described for documents', () => {
  expect(byHeader.description.securitySchemes).toEqual({
    apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  });
  expect(byCookie.description.securitySchemes).toEqual({
    cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
  });
});

it.each([
  [() => fromHeader('X Key'), 'fromHeader.name'],
  [() => fromCookie(''), 'fromCookie.name'],
  [() => bearerAuth({ verify, token: 'X-Api-Key' as unknown as TokenSource }), 'bearerAuth.token'],
  [
    () => bearerAuth({ verify, token: { in: 'query', name: 'a' } as unknown as TokenSource }),
    'bearerAuth.token',
  ],
])('%# refuses what is not a source', (create, option) => {
  expect(create).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option }));
});
