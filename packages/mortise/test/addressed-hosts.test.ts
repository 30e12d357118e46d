import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import {
  canonicalUrl,
  createApp,
  serve,
  type ServeOptions,
  text,
  toListener,
} from '../src/index.js';

const TRUSTED = { trustProxy: ['127.0.0.1'] };
const BY_FORWARDED = { ...TRUSTED, forwardedBy: 'forwarded' } as const;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type App = ReturnType<typeof createApp>;
type Options = Pick<ServeOptions, 'forwardedBy' | 'trustProxy'>;

async function served(app: App, options: Options): Promise<number> {
  const { port, close } = await serve(app, { port: 0, ...options });
  closing.push(close);
  return port;
}

async function listened(app: App, options: Options): Promise<number> {
  const server: Server = createServer(toListener(app, options)).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The body of a request with this target, or the location of a redirect. */
async function asked(port: number, target: string, headers: Readonly<Record<string, string>> = {}) {
  const sent = httpRequest({
    ...{ port, host: '127.0.0.1', path: target, agent: false },
    headers: { Host: 'host.example', ...headers },
  });
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return response.headers.location ?? body;
}

const X_HOST = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'shop.example' };
const X_BOTH = { ...X_HOST, 'X-Forwarded-Proto': 'https' };
const X_PROTO = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' };
const FORWARDED = { Forwarded: 'for=203.0.113.9;proto=https;host=shop.example' };
const FORWARDED_FOR = { Forwarded: 'for=203.0.113.9' };

type Row = readonly [
  target: string,
  options: Options,
  headers: Record<string, string>,
  uri: string,
];

const ROWS: readonly Row[] = [
  // The host that a trusted proxy reports.
  ['/a?b', TRUSTED, X_BOTH, 'https://shop.example/a?b'],
  ['http://evil.example/a?b', TRUSTED, X_BOTH, 'https://shop.example/a?b'],
  ['http://evil.example:81/a?b', TRUSTED, X_HOST, 'http://shop.example/a?b'],
  ['https://evil.example/a', TRUSTED, X_HOST, 'https://shop.example/a'],
  ['HTTP://evil.example/a', TRUSTED, { ...X_BOTH, Host: 'shop.example' }, 'https://shop.example/a'],
  ['http://evil.example/a', BY_FORWARDED, FORWARDED, 'https://shop.example/a'],
  ['http://evil.example', BY_FORWARDED, FORWARDED, 'https://shop.example/'],
  // Without a report, that of the target.
  ['http://o.example/a', TRUSTED, X_PROTO, 'https://o.example/a'],
  ['http://o.example/a', BY_FORWARDED, { ...X_BOTH, ...FORWARDED_FOR }, 'http://o.example/a'],
  ['http://o.example:81/a', TRUSTED, {}, 'http://o.example:81/a'],
  ['http://o.example/a', {}, { ...X_BOTH, ...FORWARDED }, 'http://o.example/a'],
  // The scheme of a target from a trusted proxy.
  ['https://o.example/a', TRUSTED, {}, 'https://o.example/a'],
  ['HTTPS://o.example:443/a', TRUSTED, {}, 'https://o.example/a'],
  ['https://o.example:80/a', TRUSTED, {}, 'https://o.example:80/a'],
  ['https://o.example/a', TRUSTED, { 'X-Forwarded-For': '203.0.113.9' }, 'https://o.example/a'],
  [
    'https://o.example/a',
    TRUSTED,
    { ...X_PROTO, 'X-Forwarded-Proto': 'http' },
    'http://o.example/a',
  ],
  ['/https://o.example/a', TRUSTED, {}, 'http://host.example/https://o.example/a'],
  ['http://o.example:443/a', {}, {}, 'http://o.example:443/a'],
];

const implementations: readonly [string, HttpFactoriesInterface][] = [
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
];

describe.each(implementations)('the URI of a request, with %s,', (_, factories) => {
  it.each(ROWS)('for %s, with %j and %j: %s', async (target, options, headers, uri) => {
    const app = createApp({ factories });
    app.any('/{path:.*}', (request, response) =>
      text(response, `${request.getUri()} ${request.getRequestTarget()}`),
    );
    for (const listen of [served, listened]) {
      const port = await listen(app, options);
      expect(await asked(port, target, headers)).toBe(`${uri} ${target}`);
    }
  });

  it('is the one that canonicalUrl redirects to', async () => {
    const app = createApp({ factories });
    app.get('/a', (_request, response) => text(response, 'page'));
    app.add(canonicalUrl({ https: true, host: 'o.example' }));
    const port = await served(app, TRUSTED);
    expect(await asked(port, 'http://o.example/a')).toBe('https://o.example/a');
    expect(await asked(port, 'https://o.example/a')).toBe('page');
    expect(await asked(port, 'https://o.example/a', X_HOST)).toBe('https://o.example/a');
  });
});
