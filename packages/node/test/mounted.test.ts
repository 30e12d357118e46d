import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
// @ts-expect-error it has no types of its own
import connect from 'connect';
// @ts-expect-error it has no types of its own
import express from 'express';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandlerInterface } from '@mortise/http-message';
import { type MountOptions, toListener } from '../src/index.js';
import { ask, client, closeClients } from './http2-client.js';
import { answer, closeServers, serving } from './serving.js';
import { lastGet, readResponses, talk } from './wire.js';

/** An application of Connect or Express, as far as the tests know it. */
type Outer = RequestListener & {
  use(...layers: readonly (string | RequestListener | Outer)[]): Outer;
};

const outerApplications: Server[] = [];
afterEach(() => {
  closeClients();
  for (const server of outerApplications.splice(0)) server.close();
  return closeServers();
});

/** Answers with what its requests say of where they were sent. */
const mirror: RequestHandlerInterface = {
  handle(request) {
    const uri = request.getUri();
    const seen = [uri.getBasePath(), uri.getPath(), request.getRequestTarget(), uri.toString()];
    return answer(JSON.stringify(seen));
  },
};

type Seen = readonly [basePath: string, path: string, target: string, uri: string];

/** What the mirror sees of a target, or the status and text of another answer. */
async function seen(port: number, target: string, ...fields: string[]): Promise<unknown> {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: h.test', 'Connection: close', ...fields];
  const [response] = readResponses(await talk(port, [...lines, '', ''].join('\r\n')), true);
  const body = String(response?.body);
  return response?.status === 200 ? (JSON.parse(body) as Seen) : [response?.status, body];
}

/** As {@link seen}, without the URI. */
async function placed(port: number, target: string, ...fields: string[]): Promise<unknown> {
  return ((await seen(port, target, ...fields)) as unknown[]).slice(0, 3);
}

const serve = async (options: MountOptions): Promise<number> =>
  (await serving((request) => mirror.handle(request), options)).port;

describe('the option basePath', () => {
  it.each<[string, Seen]>([
    ['/app/a?b', ['/app', '/a', '/app/a?b', 'http://h.test/app/a?b']],
    ['/app', ['/app', '', '/app', 'http://h.test/app']],
    ['/app/', ['/app', '/', '/app/', 'http://h.test/app/']],
    ['/app?b', ['/app', '', '/app?b', 'http://h.test/app?b']],
    ['/app//a', ['/app', '//a', '/app//a', 'http://h.test/app//a']],
    ['/%61pp/%zz', ['/app', '/%zz', '/%61pp/%zz', 'http://h.test/app/%zz']],
    ['http://x.test/app/a', ['/app', '/a', 'http://x.test/app/a', 'http://x.test/app/a']],
  ])('is removed from the path of %s', async (target, expected) => {
    expect(await seen(await serve({ basePath: '/app' }), target)).toEqual(expected);
  });

  it.each(['/', '/appx', '/APP/a', '/app%2Fa', '//app/a', '/x/app', '/%zz', 'http://h.test'])(
    'responds to %s, which is elsewhere, with 404, without calling the application',
    async (target) => {
      expect(await seen(await serve({ basePath: '/app' }), target)).toEqual([404, 'Not Found']);
    },
  );

  it('keeps the connection open after a request for a path elsewhere', async () => {
    const port = await serve({ basePath: '/app' });
    const first = 'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
    const second = 'GET /app/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const responses = readResponses(await talk(port, first + second), true);
    expect(responses.map(({ status }) => status)).toEqual([404, 200]);
  });

  it('leaves targets without a path, and malformed ones, to the application', async () => {
    const { port } = await serving(
      (request) => answer(`${request.getMethod()} ${request.getRequestTarget()}`),
      { basePath: '/app' },
    );
    const options = 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await talk(port, options)).toMatch(/OPTIONS \*$/);
  });

  it('removes a trailing slash, and accepts escapes', async () => {
    const port = await serve({ basePath: '/ü b/' });
    expect(await placed(port, '/%c3%bc%20b/a')).toEqual(['/%C3%BC%20b', '/a', '/%c3%bc%20b/a']);
  });

  it('contains a character of patterns as text if it is escaped', async () => {
    const port = await serve({ basePath: '/%3Ab%2A' });
    expect(await placed(port, '/:b*/a')).toEqual(['/:b*', '/a', '/:b*/a']);
  });

  it('is removed over HTTP/2', async () => {
    const { port } = await serving((request) => mirror.handle(request), {
      basePath: '/app',
      http2: true,
    });
    const session = client(`http://127.0.0.1:${port}`);
    const { body } = await ask(session, { ':path': '/app/a' });
    expect(JSON.parse(body)).toEqual(expect.arrayContaining(['/app', '/a', '/app/a']));
    expect(await ask(session, { ':path': '/a' })).toMatchObject({ status: 404 });
  });

  it.each(['app', '//app', '/a/../b', '/%zz', '/a?b', '/a\\b', '/a\n', '/:tenant', '/{tenant}'])(
    'refuses %j when the server starts',
    async (basePath) => {
      await expect(serve({ basePath })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    },
  );
});

describe('X-Forwarded-Prefix', () => {
  const trusting = { trustProxy: ['127.0.0.1'], trustPrefix: true };

  it.each<[string, Seen]>([
    ['/app', ['/app', '/a', '/app/a?b', 'http://h.test/app/a?b']],
    ['/app/', ['/app', '/a', '/app/a?b', 'http://h.test/app/a?b']],
    ['/a/b%2f', ['/a/b%2F', '/a', '/a/b%2F/a?b', 'http://h.test/a/b%2F/a?b']],
    ['/caf%c3%a9', ['/caf%C3%A9', '/a', '/caf%C3%A9/a?b', 'http://h.test/caf%C3%A9/a?b']],
  ])('of a trusted proxy, %s, precedes the target', async (prefix, expected) => {
    const port = await serve(trusting);
    expect(await seen(port, '/a?b', `X-Forwarded-Prefix: ${prefix}`)).toEqual(expected);
  });

  it('is not removed from the path', async () => {
    const port = await serve(trusting);
    const target = '/app/a';
    expect(await placed(port, target, 'X-Forwarded-Prefix: /app')).toEqual([
      '/app',
      '/app/a',
      '/app/app/a',
    ]);
  });

  it('is inserted after the authority of an absolute target, and not into a target without a path', async () => {
    const { port } = await serving((request) => answer(request.getRequestTarget()), trusting);
    const ending = 'HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX-Forwarded-Prefix: /app\r\n\r\n';
    expect(await talk(port, `GET http://h/a ${ending}`)).toMatch(/http:\/\/h\/app\/a$/);
    expect(await talk(port, `GET http://h?a ${ending}`)).toMatch(/http:\/\/h\/app\?a$/);
    expect(await talk(port, `OPTIONS * ${ending}`)).toMatch(/\*$/);
  });

  it.each([
    ...[
      'app',
      '//evil.test',
      '/a//b',
      '/\\evil.test',
      '/a\\b',
      '/a?b',
      '/a#b',
      '/a\tb',
      '/..',
      '/.',
    ],
    ...[
      '/%zz',
      '/%00',
      '/%2e%2e',
      '/caf\xc3\xa9',
      '/caf\xe9',
      '/a, /b',
      '/a,/b',
      'http://evil.test',
      '/',
      '',
    ],
  ])('is ignored with the value %j', async (prefix) => {
    const port = await serve(trusting);
    expect(await placed(port, '/a', `X-Forwarded-Prefix: ${prefix}`)).toEqual(['', '/a', '/a']);
  });

  it('is ignored if it is sent twice', async () => {
    const port = await serve(trusting);
    const fields = ['X-Forwarded-Prefix: /a', 'X-Forwarded-Prefix: /b'];
    expect(await placed(port, '/x', ...fields)).toEqual(['', '/x', '/x']);
  });

  it.each([
    ['without trustPrefix', { trustProxy: ['127.0.0.1'] }],
    ['from another peer', { trustProxy: ['192.0.2.1'], trustPrefix: true }],
  ])('is ignored %s', async (_, options) => {
    const port = await serve(options);
    expect(await placed(port, '/a', 'X-Forwarded-Prefix: /app')).toEqual(['', '/a', '/a']);
  });

  it('precedes the option basePath', async () => {
    const port = await serve({ ...trusting, basePath: '/app' });
    const forwarded = 'X-Forwarded-Prefix: /outer';
    expect(await placed(port, '/app/a', forwarded)).toEqual(['/outer/app', '/a', '/outer/app/a']);
    expect(await seen(port, '/a', forwarded)).toEqual([404, 'Not Found']);
  });

  it('cannot be trusted without a trusted proxy', async () => {
    await expect(serve({ trustPrefix: true })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

describe.each<[string, () => Outer]>([
  ['Connect', connect as () => Outer],
  ['Express', express as () => Outer],
])('an application mounted in %s', (_, outer) => {
  const mirrorListener = (options: MountOptions = {}) =>
    toListener(mirror, { factories, ...options });

  it.each<[string, readonly string[]]>([
    ['/app/a?b', ['/app', '/a', '/app/a?b']],
    ['/app/app/a', ['/app', '/app/a', '/app/app/a']],
    ['/app/', ['/app', '/', '/app/']],
    ['/app', ['/app', '/', '/app/']],
    ['/app?b', ['/app', '/', '/app/?b']],
    ['/app/%zz', ['/app', '/%zz', '/app/%zz']],
    ['/app//a', ['/app', '//a', '/app//a']],
  ])('has the mount path as its base path: %s', async (target, expected) => {
    const port = await listening(outer().use('/app', mirrorListener()));
    expect(await placed(port, target)).toEqual(expected);
  });

  it('has the mount paths of all applications around it', async () => {
    const inner = outer().use('/b', mirrorListener());
    const port = await listening(outer().use('/a', inner));
    expect(await placed(port, '/a/b/c')).toEqual(['/a/b', '/c', '/a/b/c']);
  });

  it('has no base path at the top', async () => {
    const port = await listening(outer().use(mirrorListener()));
    expect(await placed(port, '/a')).toEqual(['', '/a', '/a']);
  });

  it('has its own base path below', async () => {
    const port = await listening(outer().use('/a', mirrorListener({ basePath: '/b' })));
    expect(await placed(port, '/a/b/c')).toEqual(['/a/b', '/c', '/a/b/c']);
    expect(await seen(port, '/a/c')).toEqual([404, 'Not Found']);
  });
});

it('adds its cookies, and the names in its Vary, to those of Express', async () => {
  const session: RequestListener = (_incoming, outgoing, ...[next]: (() => void)[]) => {
    outgoing.setHeader('Set-Cookie', 'outer=1').setHeader('Vary', 'Origin').setHeader('X-A', '1');
    next?.();
  };
  const handle = () =>
    answer('', 200, { 'Set-Cookie': ['a=1', 'b=2'], Vary: 'Cookie', 'X-A': '2' });
  const listener = toListener({ handle }, { factories });
  const port = await listening((express as () => Outer)().use(session, listener));
  const [response] = readResponses(await talk(port, lastGet()), true);
  expect(Object.fromEntries(response?.fields ?? [])).toMatchObject({
    'set-cookie': ['outer=1', 'a=1', 'b=2'],
    vary: ['Origin, Cookie'],
    'x-a': ['2'],
  });
});

it('keeps the cookies of Express once, and none of its own, if Node refuses one of its headers', async () => {
  const session: RequestListener = (_incoming, outgoing, ...[next]: (() => void)[]) => {
    outgoing.setHeader('Set-Cookie', 'outer=1');
    next?.();
  };
  const refused = answer('', 200, { 'Set-Cookie': 'a=1' });
  const getRawHeaders = () => ['Set-Cookie', 'a=1', 'X-A', 'a\nb'];
  const handle = () => Object.assign(refused, { getRawHeaders });
  const listener = toListener({ handle }, { factories, onError: () => undefined });
  const port = await listening((express as () => Outer)().use(session, listener));
  const [response] = readResponses(await talk(port, lastGet()), true);
  expect([response?.status, response?.fields.get('set-cookie')]).toEqual([500, ['outer=1']]);
});

it('keeps the mount path of Express if a layer there has changed the URL', async () => {
  const rewriting: RequestListener = (incoming, _outgoing, ...[next]: (() => void)[]) => {
    incoming.url = '/y';
    next?.();
  };
  const outer = (express as () => Outer)();
  const port = await listening(outer.use('/app', rewriting, toListener(mirror, { factories })));
  expect(await placed(port, '/app/x')).toEqual(['/app', '/y', '/app/y']);
});

describe('a request that another application has changed', () => {
  it.each([
    ['a path that is not the end of the original one', '/y', { originalUrl: '/app/x' }],
    ['a mount path that reads as a host', '/x', { baseUrl: '//evil.test' }],
    ['a removed prefix that reads as a host', '/x', { originalUrl: '//evil.test/x' }],
    ['an original URL that is not text', '/x', { originalUrl: 5, baseUrl: null }],
  ])('has no base path: %s', async (_, url, change) => {
    const listener = toListener(mirror, { factories });
    const port = await listening((incoming, outgoing) => {
      listener(Object.assign(incoming, change, { url }), outgoing);
    });
    expect(await placed(port, '/whatever')).toEqual(['', url, url]);
  });
});

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  outerApplications.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
