/** A 304 has the tag, `Vary` and caching headers of the 200 to the same request, and nothing about its body. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOnNode,
} from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { fromFetchHandler } from '@mortise/fetch';
import { etag, httpCache } from '@mortise/http-cache';
import type {
  HttpFactoriesInterface,
  MiddlewareInterface,
  ResponseInterface,
} from '@mortise/http-message';
import { staticFiles, withFile } from '@mortise/static/node';
import { type AppInterface, createApp, serve, type ServerHandle } from 'mortise';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { temporaryFolder } from '../../../tooling/testing/temporary-folder.js';
import { compression } from '../src/node/index.js';

const TEXT = 'the quick brown fox '.repeat(200);
const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const quiet = { error: () => undefined, info: () => undefined };
const root = temporaryFolder();
mkdirSync(join(root, 'site'));
const FILES = { 'a.txt': TEXT, 'small.txt': 'small', 'a.png': TEXT, 'coded.js': TEXT };
const CODED = { 'coded.js.br': brotliCompressSync(TEXT), 'coded.js.gz': gzipSync(TEXT) };
for (const [name, content] of Object.entries({ ...FILES, ...CODED })) {
  writeFileSync(join(root, 'site', name), content);
  // The tag of a file that has just changed is weak.
  utimesSync(join(root, 'site', name), new Date(DATE), new Date(DATE));
}

type Change = (response: ResponseInterface, made: HttpFactoriesInterface) => ResponseInterface;

const body =
  (type: string, content: string | Uint8Array = TEXT): Change =>
  (response, made) =>
    response.withHeader('Content-Type', type).withBody(made.createStream(content));
const withField =
  (inner: Change, name: string, value: string): Change =>
  (response, made) =>
    inner(response, made).withHeader(name, value);
const stream =
  (type: string): Change =>
  (response, made) =>
    response
      .withHeader('Content-Type', type)
      .withBody(made.createStreamFromResource(Readable.from([Buffer.from(TEXT)])));
const text = body('text/plain');

/** The responses that a client without a copy gets; each has a tag and a date. */
const PAGES: Readonly<Record<string, Change>> = {
  text,
  small: body('text/plain', 'small'),
  empty: body('text/plain', ''),
  png: body('image/png'),
  untyped: (response, made) => response.withBody(made.createStream(TEXT)),
  stream: stream('text/plain'),
  'sized-stream': withField(stream('text/plain'), 'Content-Length', String(TEXT.length)),
  events: stream('text/event-stream'),
  coded: withField(body('text/plain', gzipSync(TEXT)), 'Content-Encoding', 'gzip'),
  untransformed: withField(text, 'Cache-Control', 'max-age=60, no-transform'),
  digest: withField(text, 'Repr-Digest', 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'),
  secret: body('application/json', JSON.stringify({ secret: TEXT })),
  weak: withField(text, 'ETag', 'W/"7"'),
  'named-gzip': withField(text, 'ETag', '"7-gzip"'),
  located: withField(
    withField(withField(text, 'Content-Location', '/a'), 'Expires', DATE),
    'Vary',
    'Origin',
  ),
};

const KEPT = ['etag', 'vary', 'cache-control', 'content-location', 'expires'] as const;
const ABSENT = [
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'last-modified'],
  ...['accept-ranges', 'repr-digest'],
] as const;
const ACCEPTED = ['identity', 'br, gzip', 'gzip, identity;q=0'];
const agent = new Agent({ keepAlive: true });
afterAll(() => {
  agent.destroy();
});

const layers = (factories: HttpFactoriesInterface): readonly MiddlewareInterface[] => [
  httpCache({ factories }),
  compression({
    factories,
    compress: (_request, response) => response.getHeaderLine('Content-Type') !== 'application/json',
  }),
];

function pages(app: AppInterface, factories: HttpFactoriesInterface): void {
  for (const [name, change] of Object.entries(PAGES)) {
    app.get(`/${name}`, (_request, response) =>
      change(response.withHeader('ETag', '"7"').withHeader('Last-Modified', DATE), factories),
    );
  }
}

function appOf(factories: HttpFactoriesInterface): AppInterface {
  const app = createApp({ factories, logger: quiet });
  pages(app, factories);
  app
    .get('/tagged', (_request, response) =>
      text(response, factories).withHeader('Last-Modified', DATE),
    )
    .add(etag());
  for (const name of Object.keys(FILES)) {
    app.get(`/with/${name}`, (request, response) =>
      withFile(request, response.withHeader('Content-Language', 'en'), join(root, 'site', name), {
        strongTags: true,
      }),
    );
  }
  const options = { root: join(root, 'site'), prefix: '/static', strongTags: true } as const;
  app.add(staticFiles({ ...options, precompressed: ['br', 'gzip'] }));
  app.mount(
    '/web',
    fromFetchHandler(() =>
      Promise.resolve(
        new Response('small', {
          headers: { ETag: '"7"', 'Last-Modified': DATE, 'Content-Type': 'text/plain' },
        }),
      ),
    ),
  );
  const inner = createApp({ factories, logger: quiet });
  pages(inner, factories);
  for (const layer of layers(factories)) inner.add(layer);
  app.mount('/inner', inner);
  for (const layer of layers(factories)) app.add(layer);
  return app;
}

describe.each(nodeImplementations)('a 304 under compression, with %s', (_name, factories) => {
  let server: ServerHandle;
  let variantA: ServerHandle;
  beforeAll(async () => {
    server = await serve(appOf(factories), { port: 0 });
    const other = createVariantA({ factories, logger: quiet });
    for (const [name, change] of Object.entries(PAGES)) {
      other.get(`/${name}`, (_request, response) =>
        change(response.withHeader('ETag', '"7"').withHeader('Last-Modified', DATE), factories),
      );
    }
    for (const layer of layers(factories)) other.add(singlePass(layer));
    variantA = await serve(other, { port: 0 });
  });
  afterAll(() => Promise.all([server.close(), variantA.close()]));

  async function ask(
    { port }: ServerHandle,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    const sent = requestOnNode({ port, path, method, headers, agent }).end();
    const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
    await once(incoming.resume(), 'end');
    return { status: incoming.statusCode ?? 0, headers: incoming.headers };
  }

  async function compare(of: ServerHandle, path: string): Promise<void> {
    for (const accepted of ACCEPTED) {
      const encoding = { 'Accept-Encoding': accepted };
      for (const method of ['GET', 'HEAD']) {
        const full = await ask(of, method, path, encoding);
        const tag = full.headers.etag ?? '';
        expect([path, full.status, tag]).toEqual([path, 200, expect.stringMatching(/"$/)]);
        const conditions = [
          { 'If-None-Match': '*' },
          { 'If-Modified-Since': DATE },
          { 'If-None-Match': tag },
          { 'If-None-Match': `"zz-gzip", ${tag}, "a,b"` },
        ];
        for (const condition of conditions) {
          const { status, headers } = await ask(of, method, path, { ...encoding, ...condition });
          const seen = KEPT.map((name) => [name, headers[name]]);
          const wanted = KEPT.map((name) => [name, full.headers[name]]);
          const what = [path, accepted, method, JSON.stringify(condition)];
          expect([...what, status, ...seen]).toEqual([...what, 304, ...wanted]);
          expect(ABSENT.filter((name) => headers[name] !== undefined)).toEqual([]);
        }
      }
    }
  }

  const files = Object.keys(FILES);
  it.each([
    ...Object.keys(PAGES).map((name) => `/${name}`),
    ...['/tagged', '/web/x'],
    ...files.map((name) => `/with/${name}`),
    ...files.map((name) => `/static/${name}`),
    ...['text', 'small', 'png'].map((name) => `/inner/${name}`),
  ])('of %s has the tag, Vary and caching headers of the 200', async (path) => {
    await compare(server, path);
  });

  it.each(['text', 'small', 'png', 'coded'])('in variant A, of /%s, has them too', async (name) => {
    await compare(variantA, `/${name}`);
  });

  it.each(files)('a 206 of %s has the Vary of the 200', async (name) => {
    for (const path of [`/with/${name}`, `/static/${name}`]) {
      const { headers: full } = await ask(server, 'GET', path, {});
      const one = await ask(server, 'GET', path, { Range: 'bytes=0-1' });
      expect([path, one.status, one.headers.vary]).toEqual([path, 206, full.vary]);
      // The types of several ranges are inside, so even a picture may seem to be compressible.
      const several = await ask(server, 'GET', path, { Range: 'bytes=0-0, 2-2' });
      expect([path, several.status]).toEqual([path, 206]);
      expect(several.headers.vary ?? '').toContain(full.vary ?? '');
    }
  });

  it('has the tag that the client listed, even of a page that is not compressed', async () => {
    for (const path of ['/text', '/small', '/png', '/secret']) {
      for (const tag of ['"7"', 'W/"7"', '"7-gzip"', 'W/"7-gzip"']) {
        const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': tag };
        const { status, headers: got } = await ask(server, 'GET', path, headers);
        expect([path, status, got.etag]).toEqual([path, 304, tag]);
      }
    }
  });

  it.each(['gzip, identity;q=0', 'br;q=0.5, *;q=0'])(
    'is decided by the tag of what is sent to a client that refuses identity: %s',
    async (accepted) => {
      const paths = ['/text', '/small', '/png', '/secret', '/tagged', '/weak', '/named-gzip'];
      const sites = [
        '/with/a.txt',
        '/with/a.png',
        '/static/a.txt',
        '/static/coded.js',
        '/inner/text',
      ];
      for (const path of [...paths, ...sites]) {
        const plain = (await ask(server, 'GET', path, {})).headers.etag ?? '';
        const fields = { 'Accept-Encoding': accepted };
        const tag = (await ask(server, 'GET', path, fields)).headers.etag ?? '';
        const rows: readonly (readonly [string, boolean])[] = [
          [plain, plain === tag],
          [tag, true],
          [`"other", ${plain}, W/"more"`, plain === tag],
          [`W/${plain.replace('W/', '')}`, plain === tag],
          [`W/${tag.replace('W/', '')}, ${plain}`, true],
          ['*', true],
          [`${tag}, malformed`, false],
        ];
        for (const method of ['GET', 'HEAD']) {
          for (const [list, isStored] of rows) {
            for (const others of [{}, { 'If-Modified-Since': DATE, Range: 'bytes=0-1' }]) {
              const sent = { ...fields, ...others, 'If-None-Match': list };
              const { status, headers } = await ask(server, method, path, sent);
              const what = [path, method, list, JSON.stringify(others)];
              expect([...what, status]).toEqual([...what, isStored ? 304 : 200]);
              const listed = list.split(', ');
              const spelled = listed.includes(tag)
                ? tag
                : listed.find((each) => each === `W/${tag}`);
              expect([...what, headers.etag]).toEqual([...what, isStored ? (spelled ?? tag) : tag]);
            }
          }
        }
      }
    },
  );
});
