import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { gunzip } from '@mortise/body-parsers';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { files } from '@mortise/contract';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createTemporaryStorage } from '@mortise/message/node';
import { createApp, type MiddlewareFunction, parseBody } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import fc from 'fast-check';
import * as z from 'zod';
import { endpoint } from '../src/index.js';
import { received } from './api.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

const temporaryStorage = createTemporaryStorage();
const texts = z.array(z.string());
const Form = z.object({
  u: z.union([z.string(), texts]).optional(),
  ids: z.array(z.int()).optional(),
  done: z.boolean().optional(),
  user: z.object({ tags: texts, name: z.string() }).partial().optional(),
});
const URL_ENCODED = 'application/x-www-form-urlencoded';
const accepts = [URL_ENCODED, 'multipart/form-data', 'application/json'];
const form = endpoint(
  { body: Form, accepts, responses: { 200: z.unknown() } },
  (request, respond, { body }) => respond(200, { body, parsed: request.getParsedBody() }),
);
const photos = endpoint(
  { files: { photos: files() }, responses: { 200: texts } },
  async (_request, respond, { files: { photos: all } }) =>
    respond(200, await Promise.all(all.map((each) => each.getStream().text()))),
);

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
type Post = (path: string, sent: Sent) => Promise<{ status: number; body: unknown }>;

/** Encodes a form as `fetch` does. */
async function encoded(content: FormData | URLSearchParams): Promise<Sent> {
  const { headers, body } = new Request('http://a.test', { method: 'POST', body: content });
  const type = headers.get('Content-Type') ?? '';
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  return { headers: { 'Content-Type': type, Accept: 'application/problem+json' }, body: bytes };
}

function multipart(text: string): FormData {
  const content = new FormData();
  for (const [name, value] of new URLSearchParams(text)) content.append(name, value);
  return content;
}

function appB(factories: HttpFactoriesInterface, layer?: MiddlewareFunction) {
  const app = createApp({ factories, body: { decoders: { gzip: gunzip } } });
  app.post('/', form);
  app.post('/photos', photos);
  if (layer !== undefined) app.add(layer);
  return app;
}

const ways: readonly [string, (factories: HttpFactoriesInterface) => Post][] = [
  [
    'in process',
    (factories) => async (path, sent) =>
      received(await inProcess(appB(factories)).post(path, sent)),
  ],
  [
    'over a socket',
    (factories) => async (path, sent) => {
      const client = overSocket(appB(factories));
      try {
        return await received(await client.post(path, sent));
      } finally {
        await client.close();
      }
    },
  ],
  [
    'through fetch',
    (factories) =>
      async (path, { headers, body }) => {
        const init = { method: 'POST', headers, body: new Uint8Array(body) };
        const handle = toFetchHandler(appB(factories), { factories });
        const response = await handle(new Request(`http://a.test${path}`, init));
        return { status: response.status, body: await response.json() };
      },
  ],
  [
    'in variant A',
    (factories) => async (path, sent) => {
      const app = createVariantA({ factories, temporaryStorage });
      app.post('/', form);
      app.post('/photos', photos);
      return received(await inProcess(app).post(path, sent));
    },
  ],
];
const all = nodeImplementations.flatMap(([name, factories]) =>
  ways.map(([way, connect]) => [`${way}, on ${name}`, connect(factories)] as const),
);

describe.each(all)('a name that a form repeats, %s', (_where, post) => {
  it.each<[string, object, object]>([
    ['u=a', { u: 'a' }, { u: 'a' }],
    ['u=a&u=b', { u: ['a', 'b'] }, { u: 'b' }],
    ['u[]=a', { u: ['a'] }, { u: ['a'] }],
    ['u=a&u[]=b', { u: ['a', 'b'] }, { u: ['b'] }],
    ['u[]=a&u[]=b', { u: ['a', 'b'] }, { u: ['a', 'b'] }],
    ['ids=1&done=on&ids=2', { ids: [1, 2], done: true }, { ids: '2', done: 'on' }],
    [
      'user[tags]=a&user[name]=b&user[tags]=c',
      { user: { tags: ['a', 'c'], name: 'b' } },
      { user: { tags: 'c', name: 'b' } },
    ],
    ['u=a&other=1&other=2', { u: 'a' }, { u: 'a', other: '2' }],
  ])(
    'has all its values where a list is accepted, and the last in the parsed body: %s',
    async (text, body, parsed) => {
      for (const content of [new URLSearchParams(text), multipart(text)]) {
        const response = await post('/', await encoded(content));
        expect(response).toMatchObject({ status: 200, body: { body, parsed } });
      }
    },
  );

  it.each([
    ['done=0&done=1', '#/done'],
    ['user[name]=a&user[name]=b', '#/user/name'],
    ['ids[0]=1&ids[0]=2', '#/ids/0'],
  ])('is refused where no alternative is a list: %s', async (text, pointer) => {
    const detail = 'The name has 2 values; expected one.';
    for (const content of [new URLSearchParams(text), multipart(text)]) {
      const response = await post('/', await encoded(content));
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ errors: [{ in: 'body', pointer, detail }] });
    }
  });

  it('has all its files', async () => {
    for (const names of [
      ['photos', 'photos'],
      ['photos', 'photos[]'],
      ['photos[]', 'photos[]'],
      ['photos[a]', 'photos[a]'],
    ]) {
      const content = new FormData();
      for (const [at, name] of names.entries()) content.append(name, new Blob([`${at}`]), 'x');
      expect(await post('/photos', await encoded(content))).toMatchObject({
        status: 200,
        body: ['0', '1'],
      });
    }
  });
});

describe.each(nodeImplementations)('a name that a form repeats, on %s', (_name, factories) => {
  it('has all its values in a compressed form of another charset', async () => {
    const headers = {
      'Content-Type': `${URL_ENCODED}; charset=windows-1252`,
      'Content-Encoding': 'gzip',
    };
    const sent = { headers, body: gzipSync('u=%E9&u=%80') };
    const { body } = await received(await inProcess(appB(factories)).post('/', sent));
    expect(body).toEqual({ body: { u: ['é', '€'] }, parsed: { u: '€' } });
  });

  it('has the value that middleware sets, and all others are kept in a copy', async () => {
    const layer: MiddlewareFunction = async (request, handler) => {
      const parsed = await parseBody(request);
      return handler.handle(parsed.withParsedBody({ ...parsed.getParsedBody(), u: 'x' }));
    };
    const repeated = await encoded(new URLSearchParams('u=a&ids=1&u=b&ids=2'));
    const app = appB(factories);
    app.post('/copy', form).add(layer);
    const { body } = await received(await inProcess(app).post('/copy', repeated));
    expect(body).toMatchObject({ body: { u: 'x', ids: [1, 2] } });
  });

  it('does not come from the form of another request that shares the lifetime', async () => {
    const app = appB(factories, async (request, handler) => {
      await handler.handle(request);
      const body = factories.createStream('u=b');
      return handler.handle(request.withBody(body));
    });
    const repeated = await encoded(new URLSearchParams('u=a&u=b'));
    const { body } = await received(await inProcess(app).post('/', repeated));
    expect(body).toMatchObject({ body: { u: 'b' } });
  });

  it('does not concern JSON', async () => {
    const { body } = await received(
      await inProcess(appB(factories)).post('/', { json: { u: 'b' } }),
    );
    expect(body).toMatchObject({ body: { u: 'b' } });
  });
});

it('any form has for each name what was sent, as text or as a list', async () => {
  const either = z.union([z.string(), texts]).optional();
  const schema = z.object({ u: either, 'a.b': either, w: z.object({ x: either }).optional() });
  const app = createApp({ body: {} });
  app.post(
    '/',
    endpoint({ body: schema, accepts, responses: { 200: schema } }, (_request, respond, { body }) =>
      respond(200, body),
    ),
  );
  const entry = fc.tuple(
    fc.constantFrom('u', 'u[]', 'a.b', 'a.b[]', 'w[x]', 'w[x][]', 'other'),
    fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
  );
  const property = fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (entries) => {
    const sentAs = (name: string) => {
      const own = entries.filter(([each]) => each === name || each === `${name}[]`);
      const [only] = own;
      return own.length === 1 && only?.[0] === name ? only[1] : own.map(([, value]) => value);
    };
    for (const content of [new URLSearchParams(), new FormData()]) {
      for (const [name, value] of entries) content.append(name, value);
      const { status, body } = await received(
        await inProcess(app).post('/', await encoded(content)),
      );
      const { u = [], 'a.b': ab = [], w } = body as z.infer<typeof schema>;
      expect([status, u, ab, w?.x ?? []]).toEqual([200, ...['u', 'a.b', 'w[x]'].map(sentAs)]);
    }
  });
  await fc.assert(property, { numRuns: numRuns(300) });
});
