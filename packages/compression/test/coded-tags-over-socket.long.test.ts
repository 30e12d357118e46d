import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request as requestOnNode } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assertPrecondition, etag, httpCache, withEtag } from '@mortise/http-cache';
import { withFile } from '@mortise/static/node';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { compression } from '../src/node/index.js';

const TEXT = 'the quick brown fox '.repeat(200);
const folder = mkdtempSync(join(tmpdir(), 'coded-tags-'));
const file = join(folder, 'a.txt');
writeFileSync(file, TEXT);
// The tag of a file that has just changed is weak.
utimesSync(file, new Date(0), new Date(0));
const agent = new Agent({ keepAlive: true });
afterAll(() => {
  agent.destroy();
  rmSync(folder, { recursive: true });
});

/** How a client accepts a coding, and reads a body in it. */
const CODINGS = {
  identity: (body: Buffer) => body,
  gzip: gunzipSync,
  br: brotliDecompressSync,
} as const;
type Coding = keyof typeof CODINGS;

const CONDITIONS = [
  ...(['none', 'own', 'another coding', 'other', 'list', '*'] as const),
  ...(['weak', 'weak of the coding'] as const),
] as const;
type Condition = (typeof CONDITIONS)[number];

interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The value of a conditional header. @param tag that the client got; @param plain that of the bytes without a coding */
function valueOf(condition: Condition, tag: string, plain: string, coding: Coding): string | null {
  const another = coding === 'br' ? 'gzip' : 'br';
  switch (condition) {
    case 'none':
      return null;
    case 'own':
      return tag;
    case 'another coding':
      return `${plain.slice(0, -1)}-${another}"`;
    case 'other':
      return '"other"';
    case 'weak':
      return `W/${plain}`;
    case 'weak of the coding':
      return `W/${tag}`;
    case 'list':
      return `"other", ${tag}, "more"`;
    case '*':
      return '*';
  }
}

const READS: Readonly<Record<Condition, 200 | 304>> = {
  ...{ none: 200, own: 304, other: 200, weak: 304, list: 304, '*': 304 },
  // Such a client could not read the bytes that it would keep.
  'another coding': 200,
  // The comparison of If-None-Match is weak (RFC 9110 13.1.2).
  'weak of the coding': 304,
};
const WRITES: Readonly<Record<Condition, 204 | 412 | 428>> = {
  ...{ none: 428, own: 204, other: 412, weak: 412, list: 204, '*': 204 },
  'another coding': 204,
  'weak of the coding': 412,
};

describe.each(nodeImplementations)('tags of codings over a socket, with %s', (_name, factories) => {
  let server: ServerHandle;

  beforeAll(async () => {
    const app = createApp({
      factories,
      logger: { error: () => undefined, info: () => undefined },
    });
    const strong = new Map<string, string>();
    app.get('/digest', (_request, response) => text(response, TEXT));
    app.get('/version', (_request, response) => text(withEtag(response, '7'), TEXT));
    app.get('/file', (request, response) =>
      withFile(request, response, file, { strongTags: true }),
    );
    app.put('/{kind}', (request, response, { kind }) => {
      assertPrecondition(request, { etag: strong.get(`/${kind}`) ?? '"7"' }, { required: true });
      return response.withStatus(204);
    });
    // The tag of a resource as the application knows it.
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      const tag = response.getHeaderLine('ETag');
      if (response.getStatusCode() === 200 && tag !== '')
        strong.set(request.getUri().getPath(), tag);
      return response;
    });
    app.add(etag());
    app.add(httpCache());
    app.add(compression());
    server = await serve(app, { port: 0, onError: () => undefined });
    for (const path of ['/digest', '/version', '/file']) await ask('GET', path, 'identity');
    // `etag()` is outside the layer that keeps tags.
    strong.set('/digest', (await ask('GET', '/digest', 'identity')).headers.etag ?? '');
  });
  afterAll(() => server.close());

  function ask(
    method: string,
    path: string,
    coding: Coding,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Seen> {
    const headers = { 'Accept-Encoding': coding, ...fields };
    const { port } = server;
    return new Promise((resolve, reject) => {
      const outgoing = requestOnNode({ agent, port, path, method, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const { statusCode: status = 0 } = incoming;
          resolve({ status, headers: incoming.headers, body: Buffer.concat(chunks) });
        });
      });
      outgoing.on('error', reject).end();
    });
  }

  const rows = ['/digest', '/version', '/file'].flatMap((path) =>
    (Object.keys(CODINGS) as Coding[]).flatMap((coding) =>
      CONDITIONS.map((condition) => [path, coding, condition] as const),
    ),
  );

  it.each(rows)('%s in %s with %s: GET, HEAD and PUT', async (path, coding, condition) => {
    const plain = (await ask('GET', path, 'identity')).headers.etag ?? '';
    const first = await ask('GET', path, coding);
    const tag = first.headers.etag ?? '';
    expect(tag).toBe(coding === 'identity' ? plain : `${plain.slice(0, -1)}-${coding}"`);
    expect(plain).toMatch(/^"/);
    const value = valueOf(condition, tag, plain, coding);
    const reading = value === null ? {} : { 'If-None-Match': value };
    const [got, head] = [
      await ask('GET', path, coding, reading),
      await ask('HEAD', path, coding, reading),
    ];
    const status = READS[condition];
    expect([got.status, head.status]).toEqual([status, status]);
    const sent = status === 304 && /^weak/.test(condition) ? value : tag;
    expect([got.headers.etag, head.headers.etag]).toEqual([sent, sent]);
    expect([got.headers.vary, head.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(head.body).toHaveLength(0);
    expect(CODINGS[coding](status === 200 ? got.body : first.body).toString()).toBe(TEXT);
    expect(status === 200 || got.body.length === 0).toBe(true);
    const { 'content-length': length } = got.headers;
    expect([undefined, length]).toContain(head.headers['content-length']);
    const writing = value === null ? {} : { 'If-Match': value };
    expect((await ask('PUT', path, coding, writing)).status).toBe(WRITES[condition]);
  });

  it.each(['gzip', 'br'] as const)(
    'a range of a file after its copy in %s is the whole, never a part that would be joined to it',
    async (coding) => {
      const tag = (await ask('GET', '/file', coding)).headers.etag ?? '';
      const fields = { Range: 'bytes=100-', 'If-Range': tag };
      for (const accepted of ['identity', coding] as const) {
        const { status, body } = await ask('GET', '/file', accepted, fields);
        expect(status).toBe(200);
        expect(CODINGS[accepted](body).toString()).toBe(TEXT);
      }
    },
  );

  it.each(['If-Unmodified-Since', 'If-Range'])(
    'a range of a file with the date of %s is the whole if its copy can have a coding',
    async (name) => {
      const date = (await ask('HEAD', '/file', 'identity')).headers['last-modified'] ?? '';
      const fields = { Range: 'bytes=100-', [name]: date };
      for (const coding of ['gzip', 'br'] as const) {
        const { status, body } = await ask('GET', '/file', coding, fields);
        expect(status).toBe(200);
        expect(CODINGS[coding](body).toString()).toBe(TEXT);
      }
      const { status, body } = await ask('GET', '/file', 'identity', fields);
      expect([status, body.toString()]).toEqual([206, TEXT.slice(100)]);
    },
  );

  it.each(['"7-gzip"', 'W/"7-br", "8"', '"7-gzip", bad', '"7-br" "8"'])(
    'PUT with If-None-Match: %s fails whatever the client accepts, as with the plain tag',
    async (tags) => {
      for (const list of [tags, tags.replace(/-\w+"/, '"')]) {
        for (const coding of ['identity', 'gzip', 'br'] as const) {
          const { status } = await ask('PUT', '/version', coding, {
            'If-Match': '*',
            'If-None-Match': list,
          });
          expect(status).toBe(412);
        }
      }
    },
  );

  it('a range of a file after its copy without a coding is the rest of it', async () => {
    const tag = (await ask('GET', '/file', 'identity')).headers.etag ?? '';
    const fields = { Range: 'bytes=100-', 'If-Range': tag };
    const { status, body, headers } = await ask('GET', '/file', 'identity', fields);
    expect([status, headers['content-encoding'], body.toString()]).toEqual([
      206,
      undefined,
      TEXT.slice(100),
    ]);
  });
});
