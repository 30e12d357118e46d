import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { UploadedFileInterface } from '@mortise/http-message';
import {
  type BodyOptions,
  bodyParsing,
  createApp,
  createTemporaryStorage,
  factories,
  json,
  serve,
  type Servable,
  type ServerHandle,
  type ServerRequestInterface,
} from '../src/index.js';
import { type RawResponse, rawExchange } from './raw-exchange.js';

const MULTIPART = 'multipart/form-data; boundary=b';
const FORM = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';

const seen = (request: ServerRequestInterface) => [
  request.getParsedBody(),
  Object.entries(request.getUploadedFiles() as Record<string, UploadedFileInterface>).map(
    ([name, file]) => [name, file.getClientFilename(), file.getError()],
  ),
];

function variantB(body: BodyOptions = {}): Servable {
  const app = createApp({ body });
  app.addBodyParsingMiddleware();
  app.any('/', (request, response) => json(response, seen(request)));
  return app;
}

function onDemand(body: BodyOptions = {}): Servable {
  const app = createApp({ body });
  app.any('/', (request, response) => json(response, seen(request)));
  return app;
}

function variantA(): Servable {
  const app = createVariantA({ factories, temporaryStorage: createTemporaryStorage() });
  app.any('/', (request, response) => response.withJson(seen(request)));
  return app;
}

const ALL_MODES = [
  ['default', () => variantB()],
  ['strict', () => variantB({ strict: true })],
  ['on demand', () => onDemand()],
  ['on demand, strict', () => onDemand({ strict: true })],
  [
    'truncating',
    () => variantB({ form: { onLimit: 'truncate' }, multipart: { onLimit: 'truncate' } }),
  ],
  ['variant A', variantA],
] as const;

it('a partly read body is parsed from its start and keeps its position, over a socket', async () => {
  const app = createApp();
  app
    .post('/', (request, response) =>
      json(response, [request.getParsedBody(), request.getBody().tell()]),
    )
    .add(bodyParsing());
  app.add(async (request, handler) => {
    const body = factories.createStream(await request.getBody().getContents());
    await body.read(3);
    return handler.handle(request.withBody(body));
  });
  const server = await serve(app, { port: 0 });
  const bytes = requestBytes('Content-Type: application/json\r\nContent-Length: 7', '{"a":1}');
  expect(await rawExchange(server.port, bytes)).toEqual({ status: 200, body: '[{"a":1},3]' });
  await server.close();
});

describe.each(ALL_MODES)('bodies over a socket, %s', (mode, application) => {
  let server: ServerHandle;
  beforeAll(async () => {
    server = await serve(application(), { port: 0 });
  });
  afterAll(() => server.close());

  const send = (headers: string, body: string, options?: { close: boolean }) =>
    rawExchange(server.port, requestBytes(headers, body), options);
  const post = (type: string, body: string) =>
    send(`Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}`, body);
  const dataOf = ({ status, body }: RawResponse): unknown => {
    expect([status, body]).toEqual([200, expect.anything()]);
    return JSON.parse(body);
  };

  it('JSON is read without a byte order mark', async () => {
    expect(dataOf(await post('application/json', '\ufeff{"a":1}'))).toEqual([{ a: 1 }, []]);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="a b "',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; charset=utf-8',
  ])('a multipart form without a valid boundary is 400: %s', async (type) => {
    expect((await post(type, FORM)).status).toBe(400);
  });

  it('a boundary of 70 characters is accepted', async () => {
    const boundary = 'x'.repeat(70);
    const form = FORM.replaceAll('--b', `--${boundary}`);
    expect(dataOf(await post(`multipart/form-data; boundary=${boundary}`, form))).toEqual([
      { a: '1' },
      [],
    ]);
  });

  it.each([
    ['in a delimiter', FORM.slice(0, -4)],
    ['in the content of a part', FORM.slice(0, FORM.indexOf('\r\n--b--'))],
    ['in the headers of a part', FORM.slice(0, 30)],
    ['before its first part', '--b\r\n'],
  ])('a multipart form that ends %s is 400', async (_, form) => {
    expect((await post(MULTIPART, form)).status).toBe(400);
  });

  it('a multipart form whose client stops before Content-Length is 400', async () => {
    const headers = `Content-Type: ${MULTIPART}\r\nContent-Length: ${FORM.length}`;
    const { status } = await send(headers, FORM.slice(0, -8), { close: true });
    // The client that closes its side can still read.
    expect(status).toBe(400);
  });

  it.each([
    ['a part', `${FORM}${FORM}`],
    ['an empty line', `${FORM}\r\n--b\r\n\r\n`],
    ['another end', `${FORM}--b--\r\n`],
    ['text between', `${FORM}epilogue\r\n--b\r\n`],
  ])('a delimiter line after the closing one is 400: with %s', async (_, form) => {
    expect((await post(MULTIPART, form)).status).toBe(400);
  });

  it.each(['', 'epilogue', '\r\nepilogue --b\r\n --b--\r\n'])(
    'the epilogue %j is ignored',
    async (epilogue) => {
      expect(dataOf(await post(MULTIPART, FORM + epilogue))).toEqual([{ a: '1' }, []]);
    },
  );

  it('a closing delimiter alone is an empty form', async () => {
    expect(dataOf(await post(MULTIPART, '--b--\r\n'))).toEqual([{}, []]);
  });

  it.each([
    ['Content-Length', 'Content-Length: 0', ''],
    ['chunks', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
  ])('a multipart form of 0 bytes declared by %s is no form', async (_, framing, body) => {
    const response = await send(`Content-Type: ${MULTIPART}\r\n${framing}`, body);
    expect(dataOf(response)).toEqual([null, []]);
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'a %s request without a body is not parsed',
    async (method) => {
      const bytes = requestBytes(`Content-Type: ${MULTIPART}`, '', method);
      expect(dataOf(await rawExchange(server.port, bytes))).toEqual([null, []]);
    },
  );

  it.each([
    'multipart/form-data boundary=b',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary=b, text/plain',
    'application/json garbage',
  ])(
    'a malformed Content-Type leaves the parsed body unset, or is 400 when strict: %s',
    async (type) => {
      const response = await post(type, FORM);
      if (mode.endsWith('strict')) expect(response.status).toBe(400);
      else expect(dataOf(response)).toEqual([null, []]);
    },
  );

  it.each([
    ['.', ''],
    ['..', ''],
    ['a/..', ''],
    ['..\\.', ''],
    ['.htaccess', '.htaccess'],
  ])('the client file name %s is %j', async (sent, filename) => {
    const quoted = sent.replaceAll('\\', '\\\\');
    const form = FORM.replace('name="a"', `name="f"; filename="${quoted}"`);
    expect(dataOf(await post(MULTIPART, form))).toEqual([{}, [['f', filename, 0]]]);
  });
});

function requestBytes(headers: string, body: string, method = 'POST'): string {
  return `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n\r\n${body}`;
}
