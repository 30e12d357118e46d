import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { errorOf } from '../test/error-of.js';
import {
  allowCache,
  httpCache,
  type HttpCacheOptions,
  withEtag,
  withLastModified,
} from './index.js';

type Options = Omit<HttpCacheOptions, 'factories'>;
type Headers = Readonly<Record<string, string>>;

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const LATER = 'Sun, 06 Nov 1994 08:49:38 GMT';
const EARLIER = 'Sun, 06 Nov 1994 08:49:36 GMT';

describe.each(implementations)('httpCache with %s', (_, factories) => {
  const through = throughWith(factories);
  const tagged = () => withEtag(factories.createResponse(), 'a');
  const dated = () => withLastModified(factories.createResponse(), new Date(DATE));

  it('adds no cache headers by default', () => {
    expect(through({}, factories.createResponse()).getHeaders()).toEqual({});
  });

  it.each<[Options, string]>([
    [{ type: 'private' }, 'private'],
    [{ type: 'public', maxAge: 60 }, 'public, max-age=60'],
    [{ type: 'private', maxAge: 0 }, 'private, no-cache'],
    [{ type: 'public', maxAge: 5, mustRevalidate: true }, 'public, max-age=5, must-revalidate'],
  ])('sets for %j: %s', (options, value) => {
    const response = through(options, factories.createResponse());
    expect(response.getHeader('Cache-Control')).toEqual([value]);
  });

  it.each<[Options, string]>([
    [{ type: 'public', maxAge: 60, mustRevalidate: true }, 'private, max-age=60, must-revalidate'],
    [{ type: 'private', maxAge: 0 }, 'private, no-cache'],
  ])('sets for %j, on a response with a cookie: %s', (options, value) => {
    const inner = factories.createResponse().withHeader('Set-Cookie', 'user=ada');
    expect(through(options, inner).getHeader('Cache-Control')).toEqual([value]);
  });

  it.each<[string, Options, string]>([
    [
      'GET',
      { type: 'public', maxAge: 60, mustRevalidate: true },
      'private, max-age=60, must-revalidate',
    ],
    ['HEAD', { type: 'public', maxAge: 60 }, 'private, max-age=60'],
    ['GET', { type: 'private', maxAge: 0 }, 'private, no-cache'],
  ])('sets for a %s with Authorization and %j: %s', (method, options, value) => {
    const sent = { Authorization: 'Bearer ada' };
    const response = through(options, factories.createResponse(), sent, method);
    expect(response.getHeaders()).toEqual({ 'Cache-Control': [value] });
  });

  it('adds no Cache-Control to a response with a cookie, or after Authorization, by default', () => {
    const inner = factories.createResponse().withHeader('Set-Cookie', 'user=ada');
    expect(through({}, inner).getHeader('Cache-Control')).toEqual([]);
    const sent = { Authorization: 'Bearer ada' };
    expect(through({}, factories.createResponse(), sent).getHeader('Cache-Control')).toEqual([]);
  });

  it.each([
    ['Set-Cookie', 'user=ada', {}],
    ['X-Any', 'any', { Authorization: 'Bearer ada' }],
  ])('keeps a public Cache-Control of the handler beside %s: %s and %j', (name, value, sent) => {
    const own = allowCache(factories.createResponse(), 'public', 60).withHeader(name, value);
    const response = through({ type: 'private' }, own, sent);
    expect(response.getHeader('Cache-Control')).toEqual(['public, max-age=60']);
  });

  it('keeps the Cache-Control of the handler', () => {
    const inner = factories.createResponse().withHeader('Cache-Control', 'no-store');
    const response = through({ type: 'public', maxAge: 60 }, inner);
    expect(response.getHeader('Cache-Control')).toEqual(['no-store']);
  });

  it.each([
    ['GET', 200, ['public, max-age=60']],
    ['HEAD', 200, ['public, max-age=60']],
    ['GET', 301, ['public, max-age=60']],
    ['GET', 400, []],
    ['GET', 401, []],
    ['HEAD', 404, []],
    ['GET', 500, []],
    ['POST', 200, []],
    ['POST', 405, []],
    ['QUERY', 200, []],
    ['get', 200, []],
  ])('sets Cache-Control for a %s that succeeds only, with %d: %j', (method, status, values) => {
    const inner = factories.createResponse(status);
    const response = through({ type: 'public', maxAge: 60 }, inner, {}, method);
    expect(response.getHeader('Cache-Control')).toEqual(values);
  });

  it.each<[string, Headers]>([
    ['the tag', { 'If-None-Match': '"a"' }],
    ['the tag, made weak by a compression', { 'If-None-Match': 'W/"a"' }],
    ['the tag among others', { 'If-None-Match': '"b", "a"' }],
    ['every tag', { 'If-None-Match': '*' }],
    ['the tag, beside an older date', { 'If-None-Match': '"a"', 'If-Modified-Since': EARLIER }],
  ])('responds with 304 if the client has %s', (_name, headers) => {
    for (const method of ['GET', 'HEAD']) {
      expect(through({}, tagged(), headers, method).getStatusCode()).toBe(304);
    }
  });

  it.each<[string, Headers, number]>([
    ['the same date', { 'If-Modified-Since': DATE }, 304],
    ['a newer date', { 'If-Modified-Since': LATER }, 304],
    ['an older date', { 'If-Modified-Since': EARLIER }, 200],
    ['a malformed date', { 'If-Modified-Since': '784111777' }, 200],
    [
      'the date, beside a tag that decides',
      { 'If-Modified-Since': DATE, 'If-None-Match': '"b"' },
      200,
    ],
  ])('compares %s', (_name, headers, status) => {
    expect(through({}, dated(), headers).getStatusCode()).toBe(status);
  });

  it.each<Headers>([{ 'If-None-Match': '*' }, { 'If-Modified-Since': DATE }])(
    'never responds with 304 to %j without a tag and a date',
    (headers) => {
      expect(through({}, factories.createResponse(), headers).getStatusCode()).toBe(200);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'get'])('never responds with 304 to %s', (method) => {
    const headers = { 'If-None-Match': '"a"' };
    expect(through({}, tagged(), headers, method).getStatusCode()).toBe(200);
  });

  it.each([201, 206, 404, 500])('never turns a %d into a 304', (status) => {
    const inner = tagged().withStatus(status);
    expect(through({}, inner, { 'If-None-Match': '"a"' }).getStatusCode()).toBe(status);
  });

  it('sends with 304 the headers that update the stored response, and none that describe its body', async () => {
    const inner = [
      ['Content-Type', 'text/plain'],
      ['Content-Length', '4'],
      ['Content-Encoding', 'br'],
      ['Content-Language', 'en'],
      ['Content-Range', 'bytes 0-3/4'],
      ['Accept-Ranges', 'bytes'],
      ['Content-Digest', 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
      ['Repr-Digest', 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
      ['Digest', 'sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE='],
      ['Content-MD5', 'hBotaJrYVcxnmF5VOTWNpg=='],
      ['Last-Modified', DATE],
      ['Cache-Control', 'max-age=60'],
      ['Content-Location', '/a'],
      ['Expires', LATER],
      ['Vary', 'Accept'],
      ['X-Frame-Options', 'DENY'],
    ].reduce((made, [name = '', value = '']) => made.withHeader(name, value), tagged());
    inner.getBody().write('body');
    const response = through({}, inner, { 'If-None-Match': '"a"' });
    expect(Object.keys(response.getHeaders()).sort()).toEqual([
      'Cache-Control',
      'Content-Location',
      'ETag',
      'Expires',
      'Vary',
      'X-Frame-Options',
    ]);
    expect(await response.getBody().text()).toBe('');
  });

  it('sends with 304 the Cache-Control that it would have set', () => {
    const options = { type: 'private', maxAge: 60 } as const;
    const response = through(options, tagged(), { 'If-None-Match': '"a"' });
    expect([response.getStatusCode(), response.getHeader('Cache-Control')]).toEqual([
      304,
      ['private, max-age=60'],
    ]);
  });

  it('keeps Last-Modified on a 304 without a tag', () => {
    const response = through({}, dated(), { 'If-Modified-Since': DATE });
    expect(response.getHeader('Last-Modified')).toEqual([DATE]);
  });

  it('leaves a response that is sent again readable after a 304', async () => {
    const constant = tagged().withBody(factories.createStream('constant'));
    expect(through({}, constant, { 'If-None-Match': '"a"' }).getStatusCode()).toBe(304);
    expect(await through({}, constant).getBody().text()).toBe('constant');
  });

  it('cancels the source of a body that is not sent', async () => {
    let cancelled = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield await Promise.resolve(Uint8Array.of(1));
        yield Uint8Array.of(2);
      } finally {
        cancelled = true;
      }
    }
    const stream = source();
    await stream.next();
    const inner = tagged().withBody(factories.createStreamFromResource(stream));
    through({}, inner, { 'If-None-Match': '"a"' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  it.each([
    ['mortise.csp-nonce-used', true, 200],
    ['mortise.csp-nonce-used', false, 304],
    ['mortise.flash-shown', true, 200],
  ])(
    'sends the whole response if it has a nonce or a flash message: %s %p, %d',
    (key, isUsed, status) => {
      const request = factories.createServerRequest('GET', '/').withHeader('If-None-Match', '"a"');
      request.getLifetime().setValue(key, isUsed);
      const response = httpCache({ factories }).process(request, { handle: tagged });
      expect((response as ResponseInterface).getStatusCode()).toBe(status);
    },
  );

  it('is listed under its name, and neither catches nor reads errors', () => {
    const cache = httpCache({ factories });
    expect(cache.name).toBe('httpCache');
  });

  it('awaits an asynchronous response, and creates no promise otherwise', async () => {
    const request = factories.createServerRequest('GET', '/').withHeader('If-None-Match', '"a"');
    const cache = httpCache({ factories });
    const later = cache.process(request, { handle: () => Promise.resolve(tagged()) });
    expect((await later).getStatusCode()).toBe(304);
    expect(cache.process(request, { handle: tagged })).not.toBeInstanceOf(Promise);
  });

  it.each<[string, object]>([
    ['ttl', { ttl: 60 }],
    ['type', { type: 'shared' }],
    ['type', { maxAge: 60 }],
    ['type', { mustRevalidate: true }],
    ['maxAge', { type: 'public', maxAge: -1 }],
    ['maxAge', { type: 'public', maxAge: 0.5 }],
    ['mustRevalidate', { type: 'public', mustRevalidate: 'yes' }],
    ['factories', { factories: null }],
  ])('refuses the option %s of %j', (option, options) => {
    const given = { factories, ...options } as HttpCacheOptions;
    expect(errorOf(() => httpCache(given))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `httpCache.${option}`,
    });
  });
});

function throughWith(factories: HttpFactoriesInterface) {
  return (options: Options, inner: ResponseInterface, headers: Headers = {}, method = 'GET') => {
    let request = factories.createServerRequest(method, '/');
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const cache = httpCache({ ...options, factories });
    return cache.process(request, { handle: () => inner }) as ResponseInterface;
  };
}
