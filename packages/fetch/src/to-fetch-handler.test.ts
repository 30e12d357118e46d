import { describe, expect, it } from '@jest/globals';
import type { RequestLifetimeInterface } from '@mortise/http-message';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { OptionError } from '@mortise/base/options';
import { answering, bytes, turn } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { fromFetchHandler, fromResponse, requestSourceOf, toFetchHandler } from './index.js';

describe.each(implementations)('toFetchHandler on %s', (_, factories) => {
  const text = (content: string) =>
    factories.createResponse().withBody(factories.createStream(content));

  it('passes method, target, header fields and body to the handler', async () => {
    const { ask } = answering(factories, async (request) =>
      text(
        JSON.stringify([
          request.getMethod(),
          request.getRequestTarget(),
          String(request.getUri()),
          request.getHeaderLine('X-A'),
          await request.getBody().text(),
        ]),
      ),
    );
    const request = new Request('https://a.test:8443/b%20c//d?e=1#f', {
      method: 'PUT',
      body: 'content',
      headers: { 'X-A': 'b' },
    });
    expect(await (await ask(request)).json()).toEqual([
      'PUT',
      '/b%20c//d?e=1',
      'https://a.test:8443/b%20c//d?e=1',
      'b',
      'content',
    ]);
  });

  it('returns status, reason phrase and header fields, and never joins Set-Cookie', async () => {
    const { ask } = answering(factories, () =>
      factories
        .createResponse(201, 'Made')
        .withHeader('X-A', ['1', '2'])
        .withHeader('Set-Cookie', ['a=1', 'b=2']),
    );
    const { status, statusText, headers } = await ask('http://a/');
    expect([status, statusText, headers.get('x-a'), headers.getSetCookie()]).toEqual([
      201,
      'Made',
      '1, 2',
      ['a=1', 'b=2'],
    ]);
  });

  it.each([
    ['undefined', undefined],
    ['"http://a/"', 'http://a/'],
    ['an object', { rawPath: '/', headers: {}, requestContext: { http: { method: 'GET' } } }],
    ['an instance of IncomingMessage', new IncomingMessage(new Socket())],
  ])('refuses %s, and says how to get a Request', (received, given) => {
    const ask = toFetchHandler({ handle: () => text('reached') }, { factories });
    for (const call of [() => ask(given as never), () => requestSourceOf(given as never)])
      expect(call).toThrow(
        `invalid request: received ${received}; expected a Request; for (req, res) of node:http, use toListener from mortise; for an event of AWS Lambda, create new Request(`,
      );
  });

  it('aborts `closing` of running and later requests when the host begins to close', async () => {
    const host = new AbortController();
    const { ask, lifetime } = answering(factories, (request) => stream(request.getLifetime()), {
      closing: host.signal,
    });
    const stream = ({ closing }: RequestLifetimeInterface) =>
      factories.createResponse().withBody(
        factories.createStreamFromResource(
          (async function* () {
            yield bytes('begin ');
            if (!closing.aborted) await once(closing, 'abort');
            yield bytes('end');
          })(),
        ),
      );
    const running = await ask('http://a/');
    expect(lifetime().closing.aborted).toBe(false);
    host.abort(new Error('stop'));
    expect(await running.text()).toBe('begin end');
    expect(await (await ask('http://a/')).text()).toBe('begin end');
    expect(lifetime().closing.reason).toEqual(new Error('stop'));
  });

  it('keeps no request that has ended for the `closing` of its host', async () => {
    const host = new AbortController();
    const { ask, lifetime } = answering(factories, () => text('x'), { closing: host.signal });
    await (await ask('http://a/')).text();
    let told = 0;
    lifetime().beginClosing = () => void told++;
    host.abort();
    expect(told).toBe(0);
  });

  it.each(['GET', 'POST'])('asks the platform once for method and URL of a %s', async (method) => {
    const asked: string[] = [];
    const native = new Request('http://a/b?c=1', { method });
    for (const name of ['method', 'url'] as const) {
      const value = native[name];
      Object.defineProperty(native, name, { get: () => (asked.push(name), value) });
    }
    const { ask } = answering(factories, (request) =>
      text(`${request.getMethod()} ${request.getUri().getPath()} ${request.getRequestTarget()}`),
    );
    expect(await (await ask(native)).text()).toBe(`${method} /b /b?c=1`);
    expect(asked).toEqual(['method', 'url']);
  });

  it('responds with 414 to a target over its limit, without calling the handler', async () => {
    let asked = false;
    const handle = () => {
      asked = true;
      return text('');
    };
    const { ask } = answering(factories, handle, { limits: { targetLength: 10 } });
    const statuses = [await ask('http://a/234567890'), await ask('http://a/2345678901')];
    expect([statuses.map(({ status }) => status), asked]).toEqual([[200, 414], true]);
  });

  it.each([
    ['more header fields than allowed', { headerCount: 1 }, 431],
    ['larger header fields than allowed', { headerBytes: 3 }, 431],
  ])('refuses a request with %s with 431', async (_name, limits, status) => {
    const { ask } = answering(factories, (request) => text(request.getHeaderLine('a')), { limits });
    const response = await ask(new Request('http://a/', { headers: { a: '1', b: '2' } }));
    expect(response.status).toBe(status);
  });

  it.each([
    ['as many header fields as allowed', { headerCount: 2 }],
    ['header fields of the maximum size', { headerBytes: 4 }],
  ])('accepts a request with %s', async (_name, limits) => {
    const { ask } = answering(factories, (request) => text(request.getHeaderLine('a')), { limits });
    const response = await ask(new Request('http://a/', { headers: { a: '1', b: '2' } }));
    expect([response.status, await response.text()]).toEqual([200, '1']);
  });

  it.each(['a', 'b', 'c'])(
    'responds with 400 if header %s of three contains a control character',
    async (name) => {
      const { ask } = answering(factories, (request) => text(request.getHeaderLine('a')));
      const headers = { a: '1', b: '2', c: '3', [name]: '\x01' };
      const request = new Request('http://a/', { headers });
      expect((await ask(request.clone())).status).toBe(400);
      expect(() => requestSourceOf(request).rawHeaders).toThrow(
        expect.objectContaining({ code: 'HEADER_VALUE_INVALID', status: 400 }),
      );
    },
  );

  it('reads the client from clientOf, and calls it only on demand', async () => {
    const calls: unknown[] = [];
    const clientOf = (...args: unknown[]) => {
      calls.push(args[1]);
      return { address: '192.0.2.1', port: 5, scheme: 'https', host: 'b.test' } as const;
    };
    const fetchHandler = toFetchHandler(
      {
        handle: (request) =>
          request.getMethod() === 'HEAD'
            ? text('')
            : text(
                `${String(request.getUri())} ${request.getServerParams()['REMOTE_ADDR'] ?? ''} ${
                  request.getServerParams()['REMOTE_PORT'] ?? ''
                }`,
              ),
      },
      { factories, clientOf },
    );
    await fetchHandler(new Request('http://a/', { method: 'HEAD' }), 'platform');
    expect(calls).toEqual([]);
    const response = await fetchHandler(new Request('http://a/c'), 'platform');
    expect(await response.text()).toBe('https://b.test/c 192.0.2.1 5');
    expect(calls).toEqual(['platform']);
  });

  it.each([
    [undefined, 'undefined'],
    [new Map([['key', 'value']]), 'an instance of Map'],
    [['key'], 'an array'],
  ])(
    'responds with 500 and shows the expected form if the attributes are %j',
    async (given, received) => {
      const attributesOf = () => given as never;
      const { ask, errors } = answering(factories, () => text(''), { attributesOf });
      expect((await ask('http://a/')).status).toBe(500);
      const message = `invalid toFetchHandler.attributesOf: received ${received}; expected the returned value to be an object, such as { name: value }`;
      expect(errors).toMatchObject([{ code: 'OPTION_INVALID', message }]);
    },
  );

  it('sets the attributes of the platform on each request', async () => {
    const fetchHandler = toFetchHandler<[{ readonly key: string }]>(
      { handle: (request) => text(String(request.getAttribute('key'))) },
      { factories, attributesOf: ({ key }) => ({ key }) },
    );
    const response = await fetchHandler(new Request('http://a/'), { key: 'value' });
    expect(await response.text()).toBe('value');
  });

  it('passes asynchronous cleanups to the platform', async () => {
    const waiting: Promise<void>[] = [];
    let cleaned = false;
    const { ask, lifetime } = answering(
      factories,
      (request) => {
        request.getLifetime().onEnd(async () => {
          await turn();
          cleaned = true;
        });
        return text('');
      },
      { waitUntil: (cleanedUp) => void waiting.push(cleanedUp) },
    );
    await ask('http://a/');
    expect([waiting.length, cleaned, lifetime().ended]).toEqual([1, false, true]);
    await Promise.all(waiting);
    expect(cleaned).toBe(true);
  });

  it('gives waitUntil the arguments of the platform', async () => {
    const calls: (readonly unknown[])[] = [];
    const fetchHandler = toFetchHandler<[string, number]>(
      (request) => {
        request.getLifetime().onEnd(() => turn());
        return text('');
      },
      { factories, waitUntil: (cleanedUp, ...platform) => calls.push([cleanedUp, ...platform]) },
    );
    await fetchHandler(new Request('http://a/'), 'environment', 7);
    expect(calls).toEqual([[expect.any(Promise), 'environment', 7]]);
    await calls[0]?.[0];
  });

  it.each<[string, () => unknown]>([
    ['throws', () => raise(new Error('of the platform'))],
    ['rejects', () => Promise.reject(new Error('of the platform'))],
  ])('reports it if waitUntil %s', async (_, waitUntil) => {
    const seen: unknown[] = [];
    const handle = toFetchHandler(
      (request) => {
        request.getLifetime().onEnd(() => turn());
        return text('');
      },
      {
        ...{ factories, waitUntil },
        onError: (error, { phase }) => void seen.push([String(error), phase]),
      },
    );
    expect((await handle(new Request('http://a/'))).status).toBe(200);
    await turn();
    expect(seen).toEqual([['Error: of the platform', 'cleanup']]);
  });

  it('returns the bytes of a binary body', async () => {
    const content = bytes('\u0000ÿ');
    const { ask } = answering(factories, () =>
      factories.createResponse().withBody(factories.createStream(content)),
    );
    expect(new Uint8Array(await (await ask('http://a/')).arrayBuffer())).toEqual(content);
  });
});

describe('toFetchHandler', () => {
  it.each([-1, 1.5, NaN])('refuses a limit of %d', (handlerTimeout) => {
    const [, factories] = implementations[0] ?? [];
    if (factories === undefined) throw new Error('no implementation');
    const handler = { handle: () => factories.createResponse() };
    const make = () => toFetchHandler(handler, { factories, limits: { handlerTimeout } });
    expect(make).toThrow(OptionError);
    expect(make).toThrow('invalid toFetchHandler.limits.handlerTimeout: ');
  });

  it('refuses an option that it does not know, and names the nearest', () => {
    const [, factories] = implementations[0] ?? [];
    const options: object = { factories, basepath: '/app' };
    expect(() =>
      toFetchHandler(() => new Promise<never>(() => undefined), options as never),
    ).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: 'unknown option toFetchHandler.basepath; expected toFetchHandler.basePath',
      }),
    );
  });

  it('accepts a function as the handler', async () => {
    const [, factories] = implementations[0] ?? [];
    if (factories === undefined) throw new Error('no implementation');
    const fetchHandler = toFetchHandler(() => factories.createResponse(204), { factories });
    expect((await fetchHandler(new Request('http://a/'))).status).toBe(204);
  });

  class App {
    readonly handle = () => null;
  }

  it.each([
    [
      'handler',
      [undefined, {}],
      'invalid toFetchHandler.handler: received undefined; expected an application',
    ],
    [
      'handle',
      [{}, {}],
      'invalid toFetchHandler.handler: received an object; expected an application',
    ],
    ['an instance', [App, {}], 'received the class App; expected an application'],
    [
      'options',
      [() => null],
      'invalid toFetchHandler.factories: received undefined; expected message factories',
    ],
    ['factories', [() => null, {}], 'invalid toFetchHandler.factories: received undefined'],
  ])('throws without %s, and says what to pass', (_, args, text) => {
    const start = () => (toFetchHandler as (...given: readonly unknown[]) => unknown)(...args);
    expect(start).toThrow(OptionError);
    expect(start).toThrow(text);
  });

  it.each(implementations)('refuses an onError that is not a function, with %s', (_, factories) => {
    const options = { factories, onError: 'log' as never };
    expect(() => toFetchHandler(() => factories.createResponse(), options)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message:
          'invalid toFetchHandler.onError: received a string of length 3; expected a function',
      }),
    );
  });

  it.each([
    ['limits', null],
    ['limits', 7],
    ['clientOf', 'x'],
    ['basePath', null],
    ['prefixOf', '/app'],
    ['attributesOf', {}],
    ['waitUntil', null],
    ['factories', null],
  ])('refuses %s: %j, and accepts undefined', (name, value) => {
    const [, factories] = implementations[0] ?? [];
    const make = (given: unknown) =>
      toFetchHandler(() => null as never, { factories, [name]: given } as never);
    const option = `toFetchHandler.${name}`;
    expect(() => make(value)).toThrow(expect.objectContaining({ option, value }));
    if (name !== 'factories') expect(() => make(undefined)).not.toThrow();
  });
});

describe.each(implementations)('the conversions of responses, on %s', (_, factories) => {
  it('refuse a wrong option where it is given, by the name of the function', () => {
    const handler = () => new Response('');
    expect(() => fromFetchHandler(handler, { endOnClose: 1 } as never)).toThrow(
      expect.objectContaining({ option: 'fromFetchHandler.endOnClose' }),
    );
    expect(() => fromFetchHandler(handler, { decode: true } as never)).toThrow(
      'unknown option fromFetchHandler.decode; expected fromFetchHandler.decoded',
    );
    expect(() => fromResponse(handler(), factories, { decoded: 'br' } as never)).toThrow(
      expect.objectContaining({ option: 'fromResponse.decoded' }),
    );
  });
});

function raise(error: Error): never {
  throw error;
}
