import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { gunzip } from '@mortise/body-parsers';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { MultipartOptions } from '@mortise/body-parsers/multipart';
import type { UploadedFileInterface } from '@mortise/http-message';
import {
  type BodyOptions,
  createApp,
  createTemporaryStorage,
  factories,
  json,
} from '../src/index.js';
import { overSocket, type TestClient, type TestRequest } from '../src/testing/index.js';

const of = (type: string, body: string | Uint8Array): TestRequest => ({
  headers: { 'Content-Type': type },
  body,
});
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const elements = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
const brackets = (count: number) => `a${'[k]'.repeat(count)}=1`;
const part = (disposition: string, content: string, headers = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
const form = (...parts: string[]) =>
  of('multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`);
const FIELD = part('name="a"', '12345');
const FILE = part('name="f"; filename="f"', '12345');
const EMPTY_INPUT = part('name="g"; filename=""', '');

describe('a default limit', () => {
  it.each<[string, TestRequest, TestRequest, number, BodyOptions?]>([
    ['bytes of JSON', of(JSON_TYPE, text(1_048_576)), of(JSON_TYPE, text(1_048_577)), 413],
    ['bytes of a form', of(FORM, 'a'.repeat(1_048_576)), of(FORM, 'a'.repeat(1_048_577)), 413],
    ['parameters of a form', of(FORM, 'a&'.repeat(1000)), of(FORM, 'a&'.repeat(1001)), 413],
    ['brackets of a form', of(FORM, brackets(32)), of(FORM, brackets(33)), 400],
    [
      'levels of JSON',
      of(JSON_TYPE, nested(512)),
      of(JSON_TYPE, nested(513)),
      400,
      { strict: true },
    ],
    [
      'levels of XML',
      of('text/xml', elements(64)),
      of('text/xml', elements(65)),
      400,
      { strict: true },
    ],
    ['bytes of a file', form(fileOf(10_485_760)), form(fileOf(10_485_761)), 413],
    ['files', form(...times(20, FILE)), form(...times(21, FILE)), 413],
    ['fields', form(...times(1000, FIELD)), form(...times(1001, FIELD)), 413],
    ['parts', form(...times(1020, EMPTY_INPUT)), form(...times(1021, EMPTY_INPUT)), 413],
    ['bytes of a name', form(named(256)), form(named(257)), 400],
    ['headers of a part', form(withHeaders(32)), form(withHeaders(33)), 400],
    ['bytes of the headers of a part', form(headerOf(8192)), form(headerOf(8193)), 400],
    [
      'brackets of a part',
      form(part(`name="${brackets(32)}"`, '')),
      form(part(`name="${brackets(33)}"`, '')),
      400,
    ],
    [
      'bytes of a field',
      form(part('name="a"', text(1_048_576))),
      form(part('name="a"', text(1_048_577))),
      413,
    ],
  ])('is the last value that is accepted: %s', async (_, most, over, status, body = {}) => {
    expect(await statuses(body, [most, over])).toEqual([200, status]);
  });
});

describe('an option', () => {
  const upload = form(FIELD, FILE);
  const bytes = Buffer.byteLength(upload.body ?? '');
  it.each<[keyof MultipartOptions & `max${string}`, TestRequest, number, number]>([
    ['maxBytes', upload, bytes, 413],
    ['maxFileBytes', upload, 5, 413],
    ['maxFieldBytes', upload, 5, 413],
    ['maxNameBytes', form(part('name="né"', '')), 3, 400],
    ['maxFiles', form(FILE, FIELD, FILE, EMPTY_INPUT), 2, 413],
    ['maxFields', form(FILE, FIELD, FIELD, EMPTY_INPUT), 2, 413],
    ['maxParts', form(FILE, FIELD, EMPTY_INPUT), 3, 413],
    ['maxHeaders', form(FIELD, withHeaders(3)), 3, 400],
    ['maxHeaderBytes', form(FIELD, headerOf(100)), 100, 400],
    ['maxDepth', form(part('name="a[b][c]"', '')), 2, 400],
  ])('multipart.%s is the last value that is accepted', async (option, request, most, status) => {
    expect(await statuses({ multipart: { [option]: most } }, [request])).toEqual([200]);
    expect(await statuses({ multipart: { [option]: most - 1 } }, [request])).toEqual([status]);
  });

  it.each<[string, (most: number) => BodyOptions, TestRequest, number, number]>([
    [
      'form.maxParameters',
      (maxParameters) => ({ form: { maxParameters } }),
      of(FORM, 'a&b&c'),
      3,
      413,
    ],
    ['form.maxDepth', (maxDepth) => ({ form: { maxDepth } }), of(FORM, 'a[b][c]=1'), 2, 400],
    [
      'xml.maxDepth',
      (maxDepth) => ({ xml: { maxDepth }, strict: true }),
      of('text/xml', elements(3)),
      3,
      400,
    ],
  ])('%s is the last value that is accepted', async (_, options, request, most, status) => {
    expect(await statuses(options(most), [request])).toEqual([200]);
    expect(await statuses(options(most - 1), [request])).toEqual([status]);
  });

  it.each<[string, (limit: number) => BodyOptions]>([
    ['maxBytes', (maxBytes) => ({ maxBytes })],
    ['form.maxParameters', (maxParameters) => ({ form: { maxParameters } })],
    ['form.maxDepth', (maxDepth) => ({ form: { maxDepth } })],
    ['xml.maxDepth', (maxDepth) => ({ xml: { maxDepth } })],
    ['multipart.maxBytes', (maxBytes) => ({ multipart: { maxBytes } })],
    ['multipart.maxFiles', (maxFiles) => ({ multipart: { maxFiles } })],
    ['multipart.maxFileBytes', (maxFileBytes) => ({ multipart: { maxFileBytes } })],
    ['multipart.maxDepth', (maxDepth) => ({ multipart: { maxDepth } })],
  ])('%s that is not a number is refused when the application is created', (option, body) => {
    for (const limit of [NaN, '1mb' as unknown as number]) {
      expect(() => createApp({ body: body(limit) })).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: `createApp.body.${option}` }),
      );
    }
  });

  it('maxBytes counts the bytes before and after decoding', async () => {
    const decoders = { gzip: gunzip };
    const request = (json: string): TestRequest => ({
      headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' },
      body: gzipSync(json),
    });
    const long = request(text(500));
    expect(await statuses({ decoders, maxBytes: 500 }, [long])).toEqual([200]);
    expect(await statuses({ decoders, maxBytes: 499 }, [long])).toEqual([413]);
    const short = request('[1]');
    const compressed = (short.body as Uint8Array).length;
    expect(await statuses({ decoders, maxBytes: compressed }, [short])).toEqual([200]);
    expect(await statuses({ decoders, maxBytes: compressed - 1 }, [short])).toEqual([413]);
  });

  it('memoryLimit is the last size of a file that stays in memory', async () => {
    for (const [memoryLimit, inMemory] of [
      [5, true],
      [4, false],
    ] as const) {
      const app = createApp({ body: { multipart: { memoryLimit } } });
      app.addBodyParsingMiddleware();
      app.post('/', (request, response) => {
        const { f } = request.getUploadedFiles() as Record<string, UploadedFileInterface>;
        return json(response, f?.getStream().inMemory() !== null);
      });
      const [response] = await answers(overSocket(app), [upload]);
      expect(response?.body).toBe(String(inMemory));
    }
  });
});

it.each([
  [5, 0],
  [4, 2],
])('MAX_FILE_SIZE %i gives a file of 5 bytes the error %i', async (limit, error) => {
  const app = createApp();
  app.addBodyParsingMiddleware();
  app.post('/', (request, response) => {
    const { f } = request.getUploadedFiles() as Record<string, UploadedFileInterface>;
    return json(response, f?.getError());
  });
  const request = form(part('name="MAX_FILE_SIZE"', String(limit)), FILE);
  const [response] = await answers(overSocket(app), [request]);
  expect(response?.body).toBe(String(error));
});

it('parsedBodyLimit of variant A is the last size that is parsed', async () => {
  const request = of(JSON_TYPE, text(30));
  const statusOf = async (parsedBodyLimit: number) => {
    const temporaryStorage = createTemporaryStorage();
    const app = createVariantA({ factories, temporaryStorage, settings: { parsedBodyLimit } });
    app.post('/', (incoming, response) => response.withJson(incoming.getParsedBody()));
    const [answer] = await answers(overSocket(app), [request]);
    return answer?.status;
  };
  expect([await statusOf(30), await statusOf(29)]).toEqual([200, 413]);
});

async function statuses(body: BodyOptions, requests: readonly TestRequest[]): Promise<number[]> {
  const app = createApp({ body });
  app.addBodyParsingMiddleware();
  app.post('/', (request, response) => {
    expect(request.getParsedBody()).not.toBeNull();
    return response;
  });
  return (await answers(overSocket(app), requests)).map(({ status }) => status);
}

async function answers(
  client: TestClient,
  requests: readonly TestRequest[],
): Promise<{ readonly status: number; readonly body: string }[]> {
  const all = [];
  for (const request of requests) {
    const response = await client.post('/', request);
    all.push({ status: response.getStatusCode(), body: await response.getBody().text() });
  }
  await client.close();
  return all;
}

/** JSON, a list with one text, of so many bytes. */
function text(bytes: number): string {
  return `["${'x'.repeat(bytes - 4)}"]`;
}

function times(count: number, text: string): string[] {
  return Array.from({ length: count }, () => text);
}

/** A file of so many bytes. */
function fileOf(bytes: number): string {
  return part('name="f"; filename="f"', 'x'.repeat(bytes));
}

/** A part with a name of so many bytes. */
function named(bytes: number): string {
  return part(`name="${'x'.repeat(bytes)}"`, '');
}

/** A part with so many headers. */
function withHeaders(count: number): string {
  return part('name="a"', '', 'X: y\r\n'.repeat(count - 1));
}

/** A part with so many bytes of headers, with their line ends. */
function headerOf(bytes: number): string {
  const disposition = 'Content-Disposition: form-data; name="a"\r\n';
  return part('name="a"', '', `X: ${'y'.repeat(bytes - disposition.length - 5)}\r\n`);
}
