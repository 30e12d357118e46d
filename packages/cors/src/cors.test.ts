import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { cors, type CorsOptions } from './index.js';

type Options = Omit<CorsOptions, 'factories'>;
type Headers = Readonly<Record<string, string>>;

const APP = 'https://app.example';
const PREFLIGHT = { Origin: APP, 'Access-Control-Request-Method': 'PUT' };
const PREFLIGHT_VARY = 'Access-Control-Request-Method, Access-Control-Request-Headers';

const EVIL = 'https://evil.example';
/** What a service permits in addition to its origin and credentials. */
const PERMITTED = {
  'Access-Control-Allow-Methods': 'PUT',
  'Access-Control-Allow-Headers': 'X-Any',
  'Access-Control-Allow-Private-Network': 'true',
  'Access-Control-Expose-Headers': 'X-Secret',
  'Access-Control-Max-Age': '600',
};

describe.each(implementations)('cors with %s', (_, factories) => {
  const { through, handled } = corsWith(factories);

  it.each<[string, Options, Headers, Headers]>([
    ['every origin', { origins: '*' }, { Origin: APP }, { 'Access-Control-Allow-Origin': '*' }],
    [
      'every origin, even without Origin, so that a cached response serves all',
      { origins: '*' },
      {},
      { 'Access-Control-Allow-Origin': '*' },
    ],
    [
      'a listed origin',
      { origins: ['https://b.example', APP] },
      { Origin: APP },
      { Vary: 'Origin', 'Access-Control-Allow-Origin': APP },
    ],
    ['another origin', { origins: [APP] }, { Origin: 'https://evil.example' }, { Vary: 'Origin' }],
    [
      'an origin that extends a listed one',
      { origins: [APP] },
      { Origin: `${APP}.evil.example` },
      { Vary: 'Origin' },
    ],
    [
      'an origin with another port',
      { origins: [APP] },
      { Origin: `${APP}:8443` },
      { Vary: 'Origin' },
    ],
    [
      'an origin in capitals',
      { origins: [APP] },
      { Origin: APP.toUpperCase() },
      { Vary: 'Origin' },
    ],
    ['no Origin', { origins: [APP] }, {}, { Vary: 'Origin' }],
    ['the opaque origin, not listed', { origins: [APP] }, { Origin: 'null' }, { Vary: 'Origin' }],
    [
      'the opaque origin, listed by name',
      { origins: ['null'] },
      { Origin: 'null' },
      { Vary: 'Origin', 'Access-Control-Allow-Origin': 'null' },
    ],
    [
      'credentials and readable headers',
      { origins: [APP], credentials: true, exposeHeaders: ['ETag', 'X-Total'] },
      { Origin: APP },
      {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'ETag, X-Total',
      },
    ],
    [
      'credentials for another origin',
      { origins: [APP], credentials: true, exposeHeaders: ['ETag'] },
      { Origin: 'https://evil.example' },
      { Vary: 'Origin' },
    ],
  ])('adds to a response for %s exactly these headers', (_name, options, sent, headers) => {
    expect(through(options, 'GET', sent)).toEqual({ status: 200, headers, handled: 1 });
  });

  it.each<[string, Options, Headers, Headers]>([
    [
      'a listed origin',
      { origins: [APP], methods: ['GET', 'PUT'], maxAge: 600 },
      PREFLIGHT,
      {
        Vary: `Origin, ${PREFLIGHT_VARY}`,
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Methods': 'GET, PUT',
        'Access-Control-Max-Age': '600',
      },
    ],
    [
      'every origin',
      { origins: '*' },
      PREFLIGHT,
      {
        Vary: PREFLIGHT_VARY,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      },
    ],
    [
      'methods in lower case: those of HTTP as browsers write them',
      { origins: '*', methods: ['put', 'query', 'purge'] },
      PREFLIGHT,
      {
        Vary: PREFLIGHT_VARY,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'PUT, QUERY, purge',
      },
    ],
    [
      'methods in lower case that a function returns',
      { origins: '*', methods: () => ['put', 'purge'] },
      PREFLIGHT,
      {
        Vary: PREFLIGHT_VARY,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'PUT, purge',
      },
    ],
    [
      'another origin',
      { origins: [APP] },
      { ...PREFLIGHT, Origin: 'https://evil.example' },
      { Vary: `Origin, ${PREFLIGHT_VARY}` },
    ],
    [
      'headers: those allowed, never those requested',
      { origins: '*', methods: ['PUT'], allowHeaders: ['X-A', 'Authorization'], maxAge: 0 },
      { ...PREFLIGHT, 'Access-Control-Request-Headers': 'x-evil, x-a' },
      {
        Vary: PREFLIGHT_VARY,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'PUT',
        'Access-Control-Allow-Headers': 'X-A, Authorization',
        'Access-Control-Max-Age': '0',
      },
    ],
    [
      'credentials',
      { origins: [APP], methods: ['PUT'], credentials: true },
      PREFLIGHT,
      {
        Vary: `Origin, ${PREFLIGHT_VARY}`,
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Methods': 'PUT',
        'Access-Control-Allow-Credentials': 'true',
      },
    ],
    [
      'a path of every method: the requested one by name',
      { origins: [APP], methods: () => ['GET', '*'] },
      { ...PREFLIGHT, 'Access-Control-Request-Method': 'PURGE' },
      {
        Vary: `Origin, ${PREFLIGHT_VARY}`,
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Methods': 'GET, PURGE',
      },
    ],
    [
      'a path of every method, one of them by name: each once',
      { origins: [APP], methods: ['PUT', '*'] },
      { ...PREFLIGHT, 'Access-Control-Request-Method': 'PUT' },
      {
        Vary: `Origin, ${PREFLIGHT_VARY}`,
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Methods': 'PUT',
      },
    ],
    [
      'a requested method that is not a token',
      { origins: [APP], methods: ['GET', '*'] },
      { ...PREFLIGHT, 'Access-Control-Request-Method': 'PUT, DELETE' },
      {
        Vary: `Origin, ${PREFLIGHT_VARY}`,
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Methods': 'GET',
      },
    ],
  ])('answers a preflight of %s with 204, without the handler', (_name, options, sent, headers) => {
    expect(through(options, 'OPTIONS', sent)).toEqual({ status: 204, headers, handled: 0 });
  });

  it.each<[string, Options, Headers, Headers]>([
    ['another origin', { origins: [APP], credentials: true }, { Origin: EVIL }, {}],
    ['another origin of a function', { origins: () => false }, { Origin: EVIL }, {}],
    ['no Origin', { origins: [APP] }, {}, {}],
    [
      'a listed origin, without credentials',
      { origins: [APP] },
      { Origin: APP },
      { ...PERMITTED, 'Access-Control-Allow-Origin': APP },
    ],
    [
      'a listed origin',
      { origins: [APP], credentials: true, exposeHeaders: ['ETag'] },
      { Origin: APP },
      {
        ...PERMITTED,
        'Access-Control-Allow-Origin': APP,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'ETag',
      },
    ],
  ])('corrects what a service inside permits, for %s', (_name, options, sent, left) => {
    const service = {
      ...PERMITTED,
      'Access-Control-Allow-Origin': EVIL,
      'access-control-allow-credentials': 'true',
    };
    expect(handled(options, service, sent).getHeaders()).toEqual({
      ...Object.fromEntries(Object.entries(left).map(([name, value]) => [name, [value]])),
      Vary: ['Origin'],
    });
  });

  it('passes a preflight of an unknown path to the handler, and lets the page read its 404', () => {
    const options = { origins: [APP], methods: () => [] };
    expect(through(options, 'OPTIONS', PREFLIGHT, 404)).toEqual({
      status: 404,
      headers: { Vary: 'Origin', 'Access-Control-Allow-Origin': APP },
      handled: 1,
    });
  });

  it.each<[string, string, Headers]>([
    ['OPTIONS without a requested method', 'OPTIONS', { Origin: APP }],
    ['OPTIONS without Origin', 'OPTIONS', { 'Access-Control-Request-Method': 'PUT' }],
    ['GET with the headers of a preflight', 'GET', PREFLIGHT],
    ['options in lower case, which is another method', 'options', PREFLIGHT],
  ])('passes %s to the handler', (_name, method, sent) => {
    expect(through({ origins: [APP] }, method, sent).handled).toBe(1);
  });

  it('keeps what the response varies by, and adds Origin once', () => {
    const response = handled({ origins: [APP] }, { Vary: 'Accept, origin' });
    expect(response.getHeader('Vary')).toEqual(['Accept, origin']);
    expect(handled({ origins: [APP] }, { Vary: '*' }).getHeader('Vary')).toEqual(['*']);
    expect(handled({ origins: [APP] }, { Vary: 'Accept' }).getHeader('Vary')).toEqual([
      'Accept, Origin',
    ]);
  });

  it('never puts a value of the request into Vary', () => {
    const sent = { ...PREFLIGHT, 'Access-Control-Request-Headers': 'X-Injected' };
    for (const method of ['OPTIONS', 'GET']) {
      expect(through({ origins: '*' }, method, sent).headers['Vary'] ?? '').not.toContain('X-Inj');
    }
  });

  it('calls a function with the request and the origin, and awaits its result', async () => {
    const asked: unknown[] = [];
    const decide = (later: boolean) =>
      cors({
        factories,
        origins: (request, origin) => {
          asked.push([request.getMethod(), origin]);
          const allowed = origin === APP;
          return later ? Promise.resolve(allowed) : allowed;
        },
      });
    for (const later of [false, true]) {
      for (const origin of [APP, 'https://evil.example']) {
        const request = factories.createServerRequest('GET', '/').withHeader('Origin', origin);
        const handler = { handle: () => factories.createResponse() };
        const given = decide(later).process(request, handler);
        expect(given instanceof Promise).toBe(later);
        const response = await given;
        expect(response.getHeader('Access-Control-Allow-Origin')).toEqual(
          origin === APP ? [APP] : [],
        );
      }
    }
    expect(asked).toHaveLength(4);
    expect(asked[0]).toEqual(['GET', APP]);
  });

  it.each([
    [''],
    ['https://a.example, https://b.example'],
    ['https://a.example https://b.example'],
  ])('does not call the function for %j, which is not one origin', (origin) => {
    const origins = (): never => {
      throw new Error('asked');
    };
    expect(through({ origins }, 'GET', origin === '' ? {} : { Origin: origin })).toEqual({
      status: 200,
      headers: { Vary: 'Origin' },
      handled: 1,
    });
  });

  it.each([undefined, null, 'PUT'])('refuses %p, given by a function, as methods', (given) => {
    const methods = () => given as never;
    const preflight = { Origin: APP, 'Access-Control-Request-Method': 'PUT' };
    expect(() => through({ origins: [APP], methods }, 'OPTIONS', preflight)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'cors.methods', value: given }),
    );
  });

  it('adds to a response and to a preflight only the headers that are for it', () => {
    const options = {
      ...{ origins: [APP], methods: ['PUT'], allowHeaders: ['X-A'], exposeHeaders: ['X-B'] },
      ...{ credentials: true, maxAge: 5 },
    };
    const both = { 'Access-Control-Allow-Origin': APP, 'Access-Control-Allow-Credentials': 'true' };
    expect(through(options, 'GET', { Origin: APP }).headers).toEqual({
      ...{ ...both, Vary: 'Origin', 'Access-Control-Expose-Headers': 'X-B' },
    });
    expect(through(options, 'OPTIONS', PREFLIGHT).headers).toEqual({
      ...{ ...both, Vary: `Origin, ${PREFLIGHT_VARY}`, 'Access-Control-Allow-Methods': 'PUT' },
      ...{ 'Access-Control-Allow-Headers': 'X-A', 'Access-Control-Max-Age': '5' },
    });
  });

  it('replaces the permissions that the handler has set', () => {
    const name = 'Access-Control-Allow-Origin';
    const exposed = 'Access-Control-Expose-Headers';
    const options = { origins: [APP], exposeHeaders: ['X-B'] };
    const response = handled(options, { [name]: '*', [exposed]: 'X-A' });
    expect([response.getHeader(name), response.getHeader(exposed)]).toEqual([[APP], ['X-B']]);
  });

  it('asks a function for the methods of a preflight alone, with its request', () => {
    const asked: string[] = [];
    const options: Options = {
      origins: [APP],
      methods: (request) => {
        asked.push(`${request.getMethod()} ${request.getUri().getPath()}`);
        return ['PUT'];
      },
    };
    through(options, 'OPTIONS', PREFLIGHT);
    through(options, 'GET', PREFLIGHT);
    through(options, 'OPTIONS', { Origin: APP });
    expect(asked).toEqual(['OPTIONS /books']);
  });

  it('answers a preflight after the function has allowed the origin later', async () => {
    const middleware = cors({ factories, origins: () => Promise.resolve(true), methods: ['PUT'] });
    let request = factories.createServerRequest('OPTIONS', '/');
    for (const [name, value] of Object.entries(PREFLIGHT))
      request = request.withHeader(name, value);
    const response = await middleware.process(request, {
      handle: () => factories.createResponse(404),
    });
    expect(response.getStatusCode()).toBe(204);
    expect(response.getHeader('Access-Control-Allow-Origin')).toEqual([APP]);
  });
});

function corsWith(factories: HttpFactoriesInterface) {
  const run = (options: Options, method: string, sent: Headers, inner: ResponseInterface) => {
    let request = factories.createServerRequest(method, 'http://api.example/books');
    for (const [name, value] of Object.entries(sent)) request = request.withHeader(name, value);
    let handled = 0;
    const handle = (): ResponseInterface => {
      handled++;
      return inner;
    };
    const response = cors({ ...options, factories }).process(request, { handle });
    return { response: response as ResponseInterface, handled };
  };
  const through = (options: Options, method: string, sent: Headers, status = 200) => {
    const inner = factories.createResponse(status);
    const { response, handled } = run(options, method, sent, inner);
    const headers = Object.fromEntries(
      Object.keys(response.getHeaders()).map((name) => [name, response.getHeaderLine(name)]),
    );
    return { status: response.getStatusCode(), headers, handled };
  };
  const handled = (options: Options, headers: Headers, sent: Headers = { Origin: APP }) => {
    let inner = factories.createResponse();
    for (const [name, value] of Object.entries(headers)) inner = inner.withHeader(name, value);
    return run(options, 'GET', sent, inner).response;
  };
  return { through, handled };
}
