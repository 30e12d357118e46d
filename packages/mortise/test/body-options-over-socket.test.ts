import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bodyParser, gunzip } from '@mortise/body-parsers';
import { withDefaults } from '@mortise/body-parsers/defaults';
import type { MiddlewareInterface, UploadedFileInterface } from '@mortise/http-message';
import {
  type AppInterface,
  type BodyOptions,
  bodyParsing,
  createApp,
  createTemporaryStorage,
  factories,
  json,
  parseBody,
} from '../src/index.js';
import { overSocket, type TestRequest } from '../src/testing/index.js';

const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' };
const XML = { 'Content-Type': 'application/xml' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const UPLOAD = `${part('name="a"', '1')}${part('name="f"; filename="f"', 'file')}--b--\r\n`;

const withBody = (body: BodyOptions): AppInterface => createApp({ body });
const withPlace = (body: BodyOptions): AppInterface => {
  const app = createApp({ body });
  app.addBodyParsingMiddleware();
  return app;
};
const withLayer = (body: BodyOptions): AppInterface => createApp().add(bodyParsing(body));
const withParser = (body: BodyOptions): AppInterface => {
  const app = createApp({
    body,
    createBodyParser: (options, path) =>
      bodyParser(
        withDefaults(
          { factories, ...(options as BodyOptions) },
          { factories, storage: createTemporaryStorage() },
          path,
        ),
        path,
      ),
  });
  app.addBodyParsingMiddleware();
  return app;
};

describe.each([
  ['createApp({ body })', withBody],
  ['addBodyParsingMiddleware()', withPlace],
  ['app.add(bodyParsing(options))', withLayer],
  ['createApp({ body, createBodyParser })', withParser],
])('options of body parsing by %s, over a socket', (_, createWith) => {
  it.each([
    ['JSON', { json: { a: 1 } }, { a: 1 }],
    ['a form', { form: { a: '1' } }, { a: '1' }],
    ['XML', { headers: XML, body: '<r>1</r>' }, { 0: '1' }],
    ['a multipart form', { headers: MULTIPART, body: UPLOAD }, { a: '1' }],
  ])('strict accepts %s', async (__, request, parsed) => {
    expect(await send(createWith({ strict: true }), request)).toEqual([200, parsed]);
  });

  it.each([
    ['broken JSON', { headers: JSON_TYPE, body: '{' }],
    ['a scalar', { headers: JSON_TYPE, body: '7' }],
    ['the key __proto__', { headers: JSON_TYPE, body: '{"a":{"__proto__":{}}}' }],
    ['broken XML', { headers: XML, body: '<r>' }],
    ['a DOCTYPE', { headers: XML, body: '<!DOCTYPE r><r/>' }],
    ['a malformed Content-Type', { headers: { 'Content-Type': 'json' }, body: '{}' }],
    ['bytes that are not text', { headers: { 'Content-Type': 'x/text' }, body: Buffer.of(0xff) }],
  ])(
    'strict responds with 400 to %s, which otherwise stays unparsed or is cleaned',
    async (__, request) => {
      const parsers = { 'x/text': (text: string) => ({ text }) };
      expect((await send(createWith({ strict: true, parsers }), request))[0]).toBe(400);
      expect((await send(createWith({ parsers }), request))[0]).toBe(200);
    },
  );

  it.each([
    ['JSON', JSON_TYPE, '["xxxxx"]'],
    ['a form', FORM, 'a=xxxxxxx'],
    ['XML', XML, '<r>xx</r>'],
  ])('maxBytes is the last size of %s that is accepted', async (__, headers, body) => {
    expect(await send(createWith({ maxBytes: 9 }), { headers, body })).toEqual([
      200,
      expect.anything(),
    ]);
    expect((await send(createWith({ maxBytes: 8 }), { headers, body }))[0]).toBe(413);
  });

  it('form sets the limits and names of forms', async () => {
    const request = { headers: FORM, body: 'a.b=1&c=2' };
    expect(await send(createWith({ form: { phpNames: true } }), request)).toEqual([
      200,
      { a_b: '1', c: '2' },
    ]);
    expect((await send(createWith({ form: { maxParameters: 1 } }), request))[0]).toBe(413);
  });

  it('xml sets the limit of XML, and false leaves it unparsed', async () => {
    const request = { headers: XML, body: '<r><a/></r>' };
    expect((await send(createWith({ xml: { maxDepth: 2 } }), request))[1]).not.toBeNull();
    expect((await send(createWith({ xml: { maxDepth: 1 } }), request))[1]).toBeNull();
    expect((await send(createWith({ xml: false }), request))[1]).toBeNull();
    expect(await send(createWith({ xml: false, strict: true }), request)).toEqual([200, null]);
  });

  it('XML in an unknown charset stays unparsed, or is 415 when strict', async () => {
    const request = { headers: { 'Content-Type': 'text/xml; charset=unknown' }, body: '<r/>' };
    expect(await send(createWith({}), request)).toEqual([200, null]);
    expect((await send(createWith({ strict: true }), request))[0]).toBe(415);
  });

  it('multipart sets limits and storage, and false leaves forms unparsed', async () => {
    const request = { headers: MULTIPART, body: UPLOAD };
    const received: number[] = [];
    const storage = createTemporaryStorage();
    const writers: number[] = [];
    const multipart = {
      memoryLimit: 3,
      storage: {
        createWriter: (limit: number) => {
          writers.push(limit);
          return storage.createWriter(limit);
        },
      },
      onProgress: (bytes: number) => received.push(bytes),
    };
    expect(await send(createWith({ multipart }), request)).toEqual([200, { a: '1' }]);
    expect([writers, received.at(-1)]).toEqual([[3], UPLOAD.length]);
    expect((await send(createWith({ multipart: { maxFiles: 0 } }), request))[0]).toBe(413);
    expect(await send(createWith({ multipart: false }), request)).toEqual([200, null]);
  });

  it('decoders undo content codings', async () => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    const request = { headers, body: gzipSync('[1]') };
    expect(await send(createWith({ decoders: { gzip: gunzip } }), request)).toEqual([200, [1]]);
    expect((await send(createWith({}), request))[0]).toBe(415);
  });

  it('a parser receives text in the charset of its type, and parseBytes the bytes', async () => {
    const parsers = {
      'Text/A': (text: string) => ({ text }),
      'text/b': { parseBytes: (bytes: Uint8Array) => Array.from(bytes) },
    };
    const app = () => createWith({ parsers });
    const body = Buffer.of(0x61, 0xe9);
    const latin1 = { 'Content-Type': 'text/a; charset=iso-8859-1' };
    expect(await send(app(), { headers: latin1, body })).toEqual([200, { text: 'aé' }]);
    const unknown = { 'Content-Type': 'text/a; charset=unknown' };
    expect((await send(app(), { headers: unknown, body }))[0]).toBe(415);
    const bytes = { 'Content-Type': 'text/b; charset=unknown' };
    expect(await send(app(), { headers: bytes, body })).toEqual([200, [0x61, 0xe9]]);
  });
});

it("the parsers of addBodyParsingMiddleware replace those of createApp's body", async () => {
  const parser = (name: string) => (text: string) => ({ [name]: text });
  const parsers = { 'text/a': parser('one'), 'text/b': parser('one') };
  for (const [type, name] of [
    ['text/a', 'one'],
    ['text/b', 'two'],
  ] as const) {
    const app = createApp({ body: { parsers } });
    app.addBodyParsingMiddleware({ 'TEXT/B': parser('two') });
    const request = { headers: { 'Content-Type': type }, body: 'x' };
    expect(await send(app, request)).toEqual([200, { [name]: 'x' }]);
  }
});

it.each<[string, (app: AppInterface) => void]>([
  [
    'a layer inside addRoutingMiddleware() changes the method',
    (app) => {
      app.add(async (request, handler) =>
        handler.handle(await parseBody(request.withMethod('PUT'))),
      );
      app.addRoutingMiddleware();
    },
  ],
  [
    'a layer of the route changes the path',
    (app) => {
      const layer: MiddlewareInterface['process'] = async (request, handler) =>
        handler.handle(await parseBody(request.withUri(request.getUri().withPath('/large'))));
      for (const route of app.getRouteCollector().getRoutes()) route.add(layer);
    },
  ],
])('the options of the route that runs count, even if %s', async (_, change) => {
  const app = createApp({ body: { maxBytes: 8 } });
  app.post('/', (request, response) => json(response, request.getParsedBody()));
  app.post(
    '/raw',
    async (request, response) =>
      json(response, [request.getParsedBody(), await request.getBody().text()]),
    { body: false },
  );
  const all = { body: { maxBytes: 1000 } };
  for (const path of ['/', '/raw'])
    app.put(path, (_request, response) => response.withStatus(409), all);
  app.post('/large', (_request, response) => response.withStatus(409), all);
  change(app);
  const client = overSocket(app);
  try {
    const refused = await client.post('/', { json: { a: '12345678' } });
    expect(refused.getStatusCode()).toBe(413);
    const unread = await client.post('/raw', { json: { a: '12345678' } });
    expect(await unread.getBody().text()).toBe('[null,"{\\"a\\":\\"12345678\\"}"]');
  } finally {
    await client.close();
  }
});

/** The status, and the parsed body of a request to an application that also reads the upload `f`. */
async function send(app: AppInterface, request: TestRequest): Promise<[number, unknown]> {
  app.any('/', async (incoming, response) => {
    const { f } = incoming.getUploadedFiles() as { f?: UploadedFileInterface };
    if (f !== undefined) expect(await f.getStream().text()).toBe('file');
    return json(response, incoming.getParsedBody());
  });
  const client = overSocket(app);
  try {
    const response = await client.post('/', request);
    const body = await response.getBody().text();
    const status = response.getStatusCode();
    return [status, status === 200 ? (JSON.parse(body) as unknown) : body];
  } finally {
    await client.close();
  }
}
