import { inspect } from 'node:util';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { BodyError, type BodyParsingOptions, bodyParsing, gunzip, inflate } from './index.js';

type Body = string | Uint8Array | readonly (string | Uint8Array)[];
type Options = Omit<BodyParsingOptions, 'factories'>;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe.each(implementations)('bodyParsing on %s', (_, factories) => {
  /** A body in pieces comes as from a network: unseekable, of unknown size. */
  const request = (headers: Record<string, string>, body: Body): ServerRequestInterface => {
    const stream =
      typeof body === 'string' || body instanceof Uint8Array
        ? factories.createStream(body)
        : factories.createStreamFromResource(pieces(body));
    const bare = factories.createServerRequest('POST', 'http://example.test/').withBody(stream);
    return Object.entries(headers).reduce(
      (made, [name, value]) => made.withHeader(name, value),
      bare,
    );
  };
  const passed = (headers: Record<string, string>, body: Body, options: Options = {}) =>
    seenBehind(factories, request(headers, body), options);

  it.each([
    ['application/json', '{"a":["b"]}'],
    ['Application/JSON; charset=utf-8', '{"a":["b"]}'],
    ['application/problem+json', '{"a":["b"]}'],
    ['application/x-www-form-urlencoded', 'a[]=b'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'a%5B%5D=b'],
  ])('parses %s, in memory or from the network', async (type, body) => {
    const headers = { 'Content-Type': type };
    expect((await passed(headers, body)).getParsedBody()).toEqual({ a: ['b'] });
    expect((await passed(headers, inPieces(body))).getParsedBody()).toEqual({ a: ['b'] });
  });

  it.each([undefined, 7, 'text', true])(
    'refuses the result %p of a custom parser, and of a reader, with the name of the option',
    async (result) => {
      const headers = { 'Content-Type': 'text/csv' };
      const returned = `returned ${result === 'text' ? '"text"' : result}; expected `;
      for (const give of [() => result, () => Promise.resolve(result)] as (() => never)[]) {
        for (const [option, options] of [
          ['parsers["text/csv"]', { parsers: { 'text/csv': give } }],
          ['parsers["text/csv"]', { parsers: { 'text/csv': { parseBytes: give } } }],
          ['readers', { readers: { 'text/csv': give } }],
        ] as const) {
          await expect(passed(headers, 'a,b', options)).rejects.toMatchObject({
            code: 'OPTION_INVALID',
            option: `bodyParsing.${option}`,
            message: expect.stringContaining(`bodyParsing.${option} ${returned}`),
          });
        }
      }
    },
  );

  it.each([
    ['no type', {}, '{}'],
    ['an unknown type', { 'Content-Type': 'text/plain' }, '{}'],
    ['a malformed type', { 'Content-Type': 'application/json garbage' }, '{}'],
    ['two types', { 'Content-Type': 'application/json,text/plain' }, '{}'],
    ['an empty body', JSON_TYPE, ''],
    ['broken JSON', JSON_TYPE, '{'],
    ['a scalar', JSON_TYPE, '7'],
  ])('passes the same request on for %s', async (__, headers, body) => {
    const came = request(headers, body);
    expect(await seenBehind(factories, came, {})).toBe(came);
  });

  it('parses an empty body as a form without fields', async () => {
    expect((await passed(FORM_TYPE, '')).getParsedBody()).toEqual({});
  });

  it.each(['GET', 'HEAD'])(
    'passes %s without a body on, even with the type of a form',
    async (method) => {
      const came = request(FORM_TYPE, '').withMethod(method);
      expect(await seenBehind(factories, came, {})).toBe(came);
    },
  );

  it('parses the body of GET', async () => {
    const came = request(FORM_TYPE, 'a=1').withMethod('GET');
    expect((await seenBehind(factories, came, {})).getParsedBody()).toEqual({ a: '1' });
  });

  it('keeps a parsed body that is already set', async () => {
    const came = request(JSON_TYPE, '{}').withParsedBody(['mine']);
    expect(await seenBehind(factories, came, {})).toBe(came);
  });

  it.each([
    ['parsed', '{ "a" : 1 }'],
    ['not parsed', '{ "a" '],
  ])('keeps the raw body readable, byte for byte, when it is %s', async (__, body) => {
    const seen = await passed(JSON_TYPE, inPieces(body));
    expect(await seen.getBody().text()).toBe(body);
    expect(await (await passed(JSON_TYPE, body)).getBody().text()).toBe(body);
  });

  it('refuses a body over the limit with 413, after reading at most one chunk too many', async () => {
    const given: number[] = [];
    const endless = (async function* () {
      for (;;) {
        given.push(given.length);
        yield await Promise.resolve(new Uint8Array(10));
      }
    })();
    const came = request(JSON_TYPE, '').withBody(factories.createStreamFromResource(endless));
    const refused = seenBehind(factories, came, { maxBytes: 25 });
    await expect(refused).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 });
    expect(given.length).toBeLessThanOrEqual(4);
  });

  it('accepts a body of exactly the limit, and treats a limit of 0 as 0', async () => {
    for (const body of ['[1]', ['[', '1', ']']]) {
      const request = await passed(JSON_TYPE, body, { maxBytes: 3 });
      expect(request.getParsedBody()).toEqual([1]);
    }
    await expect(passed(JSON_TYPE, '[1]', { maxBytes: 2 })).rejects.toThrow(BodyError);
    await expect(passed(JSON_TYPE, '[1]', { maxBytes: 0 })).rejects.toThrow(BodyError);
  });

  it.each(['gzip', 'gzip, gzip', 'x'])('refuses the content coding %s with 415', async (coding) => {
    const refused = passed({ ...JSON_TYPE, 'Content-Encoding': coding }, '{}');
    await expect(refused).rejects.toMatchObject({ code: 'BODY_ENCODING', status: 415 });
  });

  it('refuses a form in another charset with 415', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-16' };
    await expect(passed(headers, 'a=b')).rejects.toMatchObject({
      code: 'BODY_CHARSET',
      status: 415,
    });
  });

  it('refuses a form over its limits with the status of the form error', async () => {
    const options = { form: { maxParameters: 1 } };
    await expect(passed(FORM_TYPE, 'a=1&b=2', options)).rejects.toMatchObject({ status: 413 });
  });

  it.each([
    ['broken JSON', JSON_TYPE, '{'],
    ['a scalar', JSON_TYPE, '7'],
    ['a malformed type', { 'Content-Type': 'application/json garbage' }, '{}'],
  ])('responds with 400 to %s in strict mode', async (__, headers, body) => {
    const refused = passed(headers, body, { strict: true });
    await expect(refused).rejects.toMatchObject({ code: 'BODY_MALFORMED', status: 400 });
  });

  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
  ])('decodes the coding %s if configured, and keeps the raw body', async (coding, compress) => {
    const raw = compress('{"a":1}');
    const headers = { ...JSON_TYPE, 'Content-Encoding': coding };
    const options = { decoders: { gzip: gunzip, deflate: inflate } };
    for (const body of [raw, [raw.subarray(0, 5), raw.subarray(5)]]) {
      const seen = await passed(headers, body, options);
      expect(seen.getParsedBody()).toEqual({ a: 1 });
      expect(Buffer.from(await seen.getBody().getContents())).toEqual(raw);
    }
  });

  it('counts decoded bytes', async () => {
    const bomb = gzipSync(`"${'x'.repeat(5_000_000)}"`);
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    const refused = passed(headers, bomb, { decoders: { gzip: gunzip } });
    await expect(refused).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  it.each([
    ['gzip', gzipSync('{"a":1}'), '\0'],
    ['gzip', gzipSync('{"a":1}'), 'x'],
    ['deflate', deflateSync('{"a":1}'), '\0'],
    ['deflate', deflateSync('{"a":1}'), 'x'],
  ])('refuses a body of the coding %s that is followed by bytes', async (coding, raw, rest) => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': coding };
    const refused = passed(headers, Buffer.concat([raw, Buffer.from(rest)]), {
      decoders: { gzip: gunzip, deflate: inflate },
    });
    await expect(refused).rejects.toMatchObject({ code: 'BODY_MALFORMED', status: 400 });
  });

  it('decodes all members of a gzip body', async () => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    const members = ['{"a":', '', '1}'].map((text) => gzipSync(text));
    const seen = await passed(headers, Buffer.concat(members), { decoders: { gzip: gunzip } });
    expect(seen.getParsedBody()).toEqual({ a: 1 });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('decodes the coding %s on a platform without node:zlib', async (coding, compress) => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': coding };
    const options = { decoders: { gzip: gunzip, deflate: inflate } };
    const made = await decompressorsOf(async () => {
      const seen = await passed(headers, compress('{"a":1}'), options);
      expect(seen.getParsedBody()).toEqual({ a: 1 });
    });
    expect(made).toHaveLength(1);
  });

  it('cancels the decompressor of a body over the limit', async () => {
    const bomb = gzipSync(`"${'x'.repeat(5_000_000)}"`);
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    const made = await decompressorsOf(() =>
      expect(passed(headers, bomb, { decoders: { gzip: gunzip } })).rejects.toMatchObject({
        code: 'BODY_TOO_LARGE',
      }),
    );
    // A cancelled stream is closed; one that was only left keeps its memory until it is collected.
    expect(made.map(({ readable }) => inspect(readable))).toEqual([
      expect.stringContaining("state: 'closed'"),
    ]);
  });

  it.each([
    ['gzip', 'BODY_MALFORMED'],
    ['gzip, gzip', 'BODY_ENCODING'],
    ['br', 'BODY_ENCODING'],
  ])('refuses a body that is declared as %s with %s', async (coding, code) => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': coding };
    const refused = passed(headers, '{"a":1}', { decoders: { gzip: gunzip } });
    await expect(refused).rejects.toMatchObject({ code });
  });

  it('refuses a coding whose decoder is undefined, and names the others', async () => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'zstd' };
    const decoders = { gzip: gunzip, zstd: undefined };
    await expect(passed(headers, '{"a":1}', { decoders })).rejects.toMatchObject({
      code: 'BODY_ENCODING',
      status: 415,
      headers: { 'Accept-Encoding': 'gzip' },
    });
  });

  it('leaves a type to its reader, which creates the request', async () => {
    const reader = (came: ServerRequestInterface) => Promise.resolve(came.withParsedBody(['read']));
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const seen = await passed(headers, 'x', { readers: { 'multipart/form-data': reader } });
    expect(seen.getParsedBody()).toEqual(['read']);
  });

  it('uses custom parsers, synchronous or not, by type before suffix', async () => {
    const parsers = {
      'Text/CSV': (text: string) => text.split(','),
      '+csv': () => Promise.resolve(['by suffix']),
      'application/x+csv': () => null,
      'application/tsv': () => ['by suffix as a type'],
    };
    const parsedAs = async (type: string) =>
      (await passed({ 'Content-Type': type }, 'a,b', { parsers })).getParsedBody();
    expect(await parsedAs('text/csv')).toEqual(['a', 'b']);
    expect(await parsedAs('application/y+csv')).toEqual(['by suffix']);
    expect(await parsedAs('application/x+csv')).toBeNull();
    expect(await parsedAs('application/x+tsv')).toEqual(['by suffix as a type']);
  });

  it('passes text in the charset of the type to a function, and bytes to parseBytes', async () => {
    const seen: unknown[] = [];
    const parsers = {
      'text/a': (text: string) => ({ text }),
      'text/b': {
        parseBytes: (bytes: Uint8Array) => {
          seen.push(bytes);
          return Array.from(bytes);
        },
      },
    };
    const bytes = Uint8Array.of(0xe9);
    for (const body of [bytes, [bytes]]) {
      const latin1 = { 'Content-Type': 'text/a; charset=iso-8859-1' };
      expect((await passed(latin1, body, { parsers })).getParsedBody()).toEqual({ text: 'é' });
      const binary = { 'Content-Type': 'text/b' };
      expect((await passed(binary, body, { parsers })).getParsedBody()).toEqual([0xe9]);
    }
    await passed({ 'Content-Type': 'text/b' }, 'é', { parsers });
    expect(seen.at(-1)).toEqual(new TextEncoder().encode('é'));
  });

  it('refuses bytes that are not text in strict mode, and otherwise replaces them by U+FFFD', async () => {
    const parsers = { 'text/a': (text: string) => ({ text }) };
    const headers = { 'Content-Type': 'text/a' };
    const bytes = Uint8Array.of(0x61, 0xff);
    expect((await passed(headers, bytes, { parsers })).getParsedBody()).toEqual({
      text: 'a\ufffd',
    });
    await expect(passed(headers, bytes, { parsers, strict: true })).rejects.toMatchObject({
      code: 'BODY_MALFORMED',
      status: 400,
    });
  });

  it.each([
    ['application/json', '["a"]', ['a']],
    ['application/x-www-form-urlencoded', 'a=b', { a: 'b' }],
    ['text/a', 'text', ['text']],
  ])(
    'parses a partly read body of %s from its start, and restores its position',
    async (type, body, parsed) => {
      const came = request({ 'Content-Type': type }, body);
      await came.getBody().read(2);
      const parsers = { 'text/a': (text: string) => [text] };
      const seen = await seenBehind(factories, came, { parsers });
      expect(seen.getParsedBody()).toEqual(parsed);
      expect([seen.getBody(), seen.getBody().tell()]).toEqual([came.getBody(), 2]);
      expect(Buffer.from(await seen.getBody().getContents()).toString()).toBe(body.slice(2));
    },
  );

  it('creates no promise for a body in memory', () => {
    const response = factories.createResponse();
    const handler = { handle: () => response };
    const came = request(JSON_TYPE, '{}');
    expect(bodyParsing({ factories }).process(came, handler)).toBe(response);
  });
});

async function seenBehind(
  factories: HttpFactoriesInterface,
  request: ServerRequestInterface,
  options: Options,
): Promise<ServerRequestInterface> {
  const seen: ServerRequestInterface[] = [];
  const handler = {
    handle: (passedOn: ServerRequestInterface) => {
      seen.push(passedOn);
      return factories.createResponse();
    },
  };
  // Inside a promise, so that a synchronous refusal and a late one look alike.
  await Promise.resolve().then(() =>
    bodyParsing({ ...options, factories }).process(request, handler),
  );
  const [only] = seen;
  if (only === undefined || seen.length !== 1) throw new Error(`passed on ${seen.length} times`);
  return only;
}

/** The decompressors of the platform that were created during a call. */
async function decompressorsOf(call: () => Promise<unknown>): Promise<DecompressionStream[]> {
  const made: DecompressionStream[] = [];
  const withoutZlib = jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const Original = globalThis.DecompressionStream;
  globalThis.DecompressionStream = class extends Original {
    constructor(format: ConstructorParameters<typeof Original>[0]) {
      super(format);
      made.push(this);
    }
  };
  try {
    await call();
  } finally {
    globalThis.DecompressionStream = Original;
    withoutZlib.mockRestore();
  }
  return made;
}

function inPieces(text: string): readonly string[] {
  return text.split(/(?=[\s\S])/u);
}

async function* pieces(texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(bytesOf(text));
}

function bytesOf(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
