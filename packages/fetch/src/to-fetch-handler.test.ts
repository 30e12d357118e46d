import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { answering, bytes, statusError, turn } from '../test/answering.js';
import { implementations } from '../test/implementations.js';
import { FetchAdapterError, toFetchHandler } from './index.js';

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

  it('responds with the status and header fields of an error, and reports none below 500', async () => {
    const { ask, errors } = answering(factories, () => {
      throw statusError(429, { 'Retry-After': '5' });
    });
    const response = await ask('http://a/');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await response.text()).toBe('Too Many Requests');
    expect(errors).toEqual([]);
  });

  it.each([
    ['an error without a status', new Error('secret'), 500],
    ['an error with a status from 500 on', statusError(503), 503],
    ['an error whose status is not an error status', statusError(200), 500],
  ])('reports %s once, and hides it from the client', async (_name, error, status) => {
    const { ask, errors } = answering(factories, () => Promise.reject(error));
    const response = await ask('http://a/');
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain(error.message);
    expect(errors).toEqual([error]);
  });

  it.each([
    ['omits those of another package', {}, 0],
    ['omits all and reports it for an error written for clients', { [HTTP_ERROR]: true }, 1],
  ])('responds to an error with invalid headers: %s', async (_name, mark, reported) => {
    const error = Object.assign(statusError(400, { 'X-A': 'b\r\nX-C: d' }), mark);
    const { ask, errors } = answering(factories, () => {
      throw error;
    });
    const { status, headers } = await ask('http://a/');
    expect([status, headers.has('x-a'), headers.has('x-c'), errors.length]).toEqual([
      400,
      false,
      false,
      reported,
    ]);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a platform response', new Response('x')],
  ])('reports that a handler returned %s', async (_name, result) => {
    const { ask, errors } = answering(factories, () => result as never);
    expect((await ask('http://a/')).status).toBe(500);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
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

  const mirror = (request: ServerRequestInterface) => {
    const uri = request.getUri();
    const seen = [uri.getBasePath(), uri.getPath(), request.getRequestTarget(), String(uri)];
    return text(JSON.stringify(seen));
  };

  it.each([
    ['/app/a?b', ['/app', '/a', '/app/a?b', 'http://h.test/app/a?b']],
    ['/app', ['/app', '', '/app', 'http://h.test/app']],
    ['/%61pp/%zz', ['/app', '/%zz', '/%61pp/%zz', 'http://h.test/app/%zz']],
  ])('removes the option basePath from the path of %s', async (target, expected) => {
    const { ask } = answering(factories, mirror, { basePath: '/app/' });
    expect(await (await ask(`http://h.test${target}`)).json()).toEqual(expected);
  });

  it.each(['/', '/appx', '/a/app', '/?/app'])(
    'responds to %s, outside the option basePath, with 404, without calling the application',
    async (target) => {
      const { ask, errors, lifetime } = answering(factories, mirror, { basePath: '/app' });
      const response = await ask(`http://h.test${target}`);
      expect([response.status, await response.text(), errors]).toEqual([404, 'Not Found', []]);
      expect(lifetime).toThrow('no request came');
    },
  );

  it('refuses a basePath that is not a slash followed by segments', () => {
    expect(() => answering(factories, mirror, { basePath: '//app' })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });

  it.each([
    ['/outer/', ['/outer', '/a', '/outer/a?b', 'http://h.test/outer/a?b']],
    ['//evil.test', ['', '/a', '/a?b', 'http://h.test/a?b']],
    ['/a?b', ['', '/a', '/a?b', 'http://h.test/a?b']],
    ['', ['', '/a', '/a?b', 'http://h.test/a?b']],
  ])('prepends the path of prefixOf: %j', async (prefix, expected) => {
    const { ask } = answering(factories, mirror, { prefixOf: () => prefix });
    expect(await (await ask('http://h.test/a?b')).json()).toEqual(expected);
  });

  it('prepends the path of prefixOf to the option basePath', async () => {
    const { ask } = answering(factories, mirror, { basePath: '/app', prefixOf: () => '/outer' });
    expect(await (await ask('http://h.test/app/a')).json()).toEqual([
      '/outer/app',
      '/a',
      '/outer/app/a',
      'http://h.test/outer/app/a',
    ]);
    expect((await ask('http://h.test/outer/app/a')).status).toBe(404);
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
      expect((await ask(new Request('http://a/', { headers }))).status).toBe(400);
    },
  );

  it('responds with 503, reports it and aborts the lifetime if the handler takes too long', async () => {
    const limits = { handlerTimeout: 1 };
    const { ask, errors, lifetime } = answering(factories, () => new Promise(() => undefined), {
      limits,
    });
    expect((await ask('http://a/')).status).toBe(503);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
    expect(lifetime().signal.reason).toBe(errors[0]);
  });

  it('closes the body of a late response', async () => {
    const body = factories.createStream('late');
    const handle = async (request: ServerRequestInterface) => {
      await givenUp(request);
      return factories.createResponse().withBody(body);
    };
    const { ask } = answering(factories, handle, { limits: { handlerTimeout: 1 } });
    expect((await ask('http://a/')).status).toBe(503);
    await turn();
    expect(body.isReadable()).toBe(false);
  });

  it('reports a late error', async () => {
    const late = new Error('late');
    const { ask, errors } = answering(
      factories,
      async (request) => {
        await givenUp(request);
        throw late;
      },
      { limits: { handlerTimeout: 1 } },
    );
    await ask('http://a/');
    while (errors.length < 2) await turn();
    expect(errors[1]).toBe(late);
  });

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

  it.each([
    [
      'throws',
      () => {
        throw new Error('cleanup');
      },
    ],
    ['rejects', () => Promise.reject(new Error('cleanup'))],
  ])('reports a cleanup that %s, without changing the response', async (_name, cleanup) => {
    const { ask, errors } = answering(factories, (request) => {
      request.getLifetime().onEnd(cleanup);
      return text('well');
    });
    expect(await (await ask('http://a/')).text()).toBe('well');
    await turn();
    expect(errors).toMatchObject([{ errors: [{ message: 'cleanup' }] }]);
  });

  it('reports an error that a handler throws while it creates its response', async () => {
    const { ask, errors } = answering(factories, () => text('').withHeader('X-A', '\n'));
    expect((await ask('http://a/')).status).toBe(500);
    expect(errors).toMatchObject([{ code: 'HEADER_VALUE_INVALID' }]);
  });

  it('returns the bytes of a binary body', async () => {
    const content = bytes('\u0000ÿ');
    const { ask } = answering(factories, () =>
      factories.createResponse().withBody(factories.createStream(content)),
    );
    expect(new Uint8Array(await (await ask('http://a/')).arrayBuffer())).toEqual(content);
  });
});

/** When the handler has taken too long. */
function givenUp(request: ServerRequestInterface): Promise<unknown> {
  const { signal } = request.getLifetime();
  return waitForEvent('the signal', once(signal, 'abort'));
}

describe('toFetchHandler', () => {
  it.each([-1, 1.5, NaN])('refuses a limit of %d', (handlerTimeout) => {
    const [, factories] = implementations[0] ?? [];
    if (factories === undefined) throw new Error('no implementation');
    const handler = { handle: () => factories.createResponse() };
    const make = () => toFetchHandler(handler, { factories, limits: { handlerTimeout } });
    expect(make).toThrow(FetchAdapterError);
    expect(make).toThrow('limits.handlerTimeout');
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
    ['handler', [undefined, {}], 'invalid handler: received undefined; expected an application'],
    ['handle', [{}, {}], 'invalid handler: received an object; expected an application'],
    ['an instance', [App, {}], 'received the class App; expected an application'],
    [
      'options',
      [() => null],
      'invalid option factories: received undefined; expected the factories',
    ],
    ['factories', [() => null, {}], 'invalid option factories: received undefined'],
  ])('throws without %s, and says what to pass', (_, args, text) => {
    const start = () => (toFetchHandler as (...given: readonly unknown[]) => unknown)(...args);
    expect(start).toThrow(FetchAdapterError);
    expect(start).toThrow(text);
  });
});
