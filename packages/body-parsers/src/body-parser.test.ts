import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { UNPARSED_BODY } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message/node';
import { bodyParser } from './body-parser.js';
import { gunzip } from './content-coding.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MALFORMED = 'application/json garbage';

function request(type: string, body: string | Uint8Array, method = 'POST'): ServerRequestInterface {
  const bare = factories.createServerRequest(method, '/').withBody(factories.createStream(body));
  return type === '' ? bare : bare.withHeader('Content-Type', type);
}

/** With a body as from a network. */
function streamed(type: string, body: string, method = 'POST'): ServerRequestInterface {
  async function* source() {
    yield await Promise.resolve(new TextEncoder().encode(body));
  }
  return request(type, '', method).withBody(factories.createStreamFromResource(source()));
}

describe('the function that parses bodies', () => {
  it.each([
    ['limit', 'bodyParsing.maxBytes'],
    ['json', 'body: {}, which parses JSON and forms'],
  ])('names what to write instead of %s, an option of other frameworks', (name, expected) => {
    const options: object = { factories, [name]: '1mb' };
    expect(() => bodyParser(options as never)).toThrow(
      `unknown option bodyParsing.${name}; expected ${expected}`,
    );
  });

  it('is not created with an option that does not exist', () => {
    const options: object = { factories, maxByte: 10 };
    expect(() => bodyParser(options as never)).toThrow(
      'unknown option bodyParsing.maxByte; expected bodyParsing.maxBytes',
    );
  });

  it.each([
    ['maxBytes', { maxBytes: '1mb' }],
    ['maxBytes', { maxBytes: Number.NaN }],
    ['maxBytes', { maxBytes: null }],
    ['strict', { strict: 1 }],
    ['form.maxParameters', { form: { maxParameters: -1 } }],
    ['form.charset', { form: { charset: 'latin1' } }],
    ['xml', { xml: true }],
    ['multipart', { multipart: 7 }],
    ['parsers', { parsers: null }],
    ['factories', { factories: {} }],
  ])('is not created with a wrong value of %s: %j', (option, options) => {
    expect(() => bodyParser({ factories, ...options } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `bodyParsing.${option}` }),
    );
  });

  it.each(['parsers', 'readers'])(
    'is not created with a key of %s that no body matches',
    (name) => {
      const withKey = (key: string) => bodyParser({ factories, [name]: { [key]: () => null } });
      for (const key of ['Text/CSV', '+JSON', 'a/b+json', 'a/+x'])
        expect(withKey(key)).toBeInstanceOf(Function);
      const unmatched = ['json', '', 'text/', ' text/csv', 'a/b+c/d', '+a+b', '*/*', 'text/*'];
      for (const key of [...unmatched, 'text/csv; charset=utf-8', 'text/csv, text/tsv']) {
        const option = `bodyParsing.${name}[${JSON.stringify(key)}]`;
        expect(() => withKey(key)).toThrow(
          expect.objectContaining({
            code: 'OPTION_INVALID',
            option,
            message: `invalid ${option}: received ${JSON.stringify(key)}; expected a media type without parameters, such as "application/json", or a suffix, such as "+json"`,
          }),
        );
      }
    },
  );

  it('is not created with a size as text, and says the unit', () => {
    expect(() => bodyParser({ factories, maxBytes: '1mb' } as never)).toThrow(
      'bodyParsing.maxBytes: received "1mb"; expected a number of at least 0, in bytes',
    );
  });

  it('is not created with an option of forms that does not exist', () => {
    const form: object = { maxParams: 10 };
    expect(() => bodyParser({ factories, form })).toThrow(
      /^unknown option bodyParsing\.form\.maxParams; expected one of maxDepth, /,
    );
  });

  it.each([
    ['types with parsers', [JSON_TYPE, FORM, FORM, JSON_TYPE]],
    ['an unknown type between', [JSON_TYPE, 'text/x', JSON_TYPE]],
    ['a malformed type between', [JSON_TYPE, MALFORMED, MALFORMED, JSON_TYPE]],
    ['a reader between', [FORM, 'a/read', 'a/read', FORM]],
    ['a charset between', [FORM, `${FORM}; charset=iso-8859-1`, FORM]],
    ['no type between', [JSON_TYPE, '', JSON_TYPE]],
  ])('parses each request by its own type, whatever came before: %s', async (_what, types) => {
    const readers = { 'a/read': (came: ServerRequestInterface) => came.withParsedBody(['read']) };
    const options = { factories, readers: readers as never };
    const parse = bodyParser(options);
    for (const type of types) {
      const body = type === JSON_TYPE ? '{"a":1}' : 'a=%e9';
      const alone = await bodyParser(options)(request(type, body));
      expect((await parse(request(type, body))).getParsedBody()).toEqual(alone.getParsedBody());
    }
  });

  it('refuses a malformed type each time in strict mode, even after and before a valid one', async () => {
    const parse = bodyParser({ factories, strict: true });
    for (const type of [MALFORMED, MALFORMED, JSON_TYPE, MALFORMED, JSON_TYPE, JSON_TYPE]) {
      if (type === JSON_TYPE) {
        expect((await parse(request(type, '[1]'))).getParsedBody()).toEqual([1]);
      } else {
        expect(() => parse(request(type, '[1]'))).toThrow(
          expect.objectContaining({ code: 'BODY_MALFORMED', status: 400 }),
        );
      }
    }
  });

  it('passes the type with its parameters to a reader, which wins over a parser', async () => {
    const seen: unknown[] = [];
    const reader = (came: ServerRequestInterface, type: unknown) => {
      seen.push(came, type);
      return came;
    };
    const readers = { 'a/Read': reader as never };
    const parsers = { 'a/read': () => ['parsed'] };
    const came = request('A/read; x=y', 'b');
    expect(await bodyParser({ factories, readers, parsers })(came)).toBe(came);
    expect(seen).toEqual([came, expect.objectContaining({ parameters: { x: 'y' } })]);
  });

  it.each(['GET', 'HEAD'])('parses a body of unknown size of %s', async (method) => {
    const parsed = await bodyParser({ factories })(streamed(FORM, 'a=1', method));
    expect(parsed.getParsedBody()).toEqual({ a: '1' });
  });

  it.each(['GET', 'HEAD'])('leaves an empty body of unknown size of %s unset', async (method) => {
    const parsers = { 'text/x': () => ['called'] };
    for (const type of [FORM, JSON_TYPE, 'text/x']) {
      const parsed = await bodyParser({ factories, parsers })(streamed(type, '', method));
      expect([type, parsed.getParsedBody()]).toEqual([type, null]);
    }
  });

  it.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'])(
    'parses an empty form of %s as one without fields',
    async (method) => {
      const parsed = await bodyParser({ factories })(request(FORM, '', method));
      expect(parsed.getParsedBody()).toEqual({});
    },
  );

  it('limits bodies to 1 MiB by default', async () => {
    const body = (bytes: number) => request(JSON_TYPE, `[${' '.repeat(bytes - 2)}]`);
    const parse = bodyParser({ factories });
    expect((await parse(body(1_048_576))).getParsedBody()).toEqual([]);
    expect(() => parse(body(1_048_577))).toThrow(expect.objectContaining({ status: 413 }));
  });

  it.each([
    ['an empty one as it is', new Uint8Array(), {}],
    ['another one decoded', gzipSync('a=1'), { a: '1' }],
  ])('takes a body in a content coding: %s', async (_what, body, expected) => {
    const came = request(FORM, body).withHeader('Content-Encoding', 'gzip');
    const parsed = await bodyParser({ factories, decoders: { gzip: gunzip } })(came);
    expect(parsed.getParsedBody()).toEqual(expected);
  });

  it('refuses a body with 400 that ends within its content coding', async () => {
    const came = request(FORM, gzipSync('a=1').subarray(0, 15)).withHeader(
      'Content-Encoding',
      'gzip',
    );
    const parsing = bodyParser({ factories, decoders: { gzip: gunzip } })(came);
    await expect(parsing).rejects.toMatchObject({ code: 'BODY_MALFORMED', status: 400 });
  });

  it('returns the same request if a late parser has no data', async () => {
    const came = request('text/x', 'x');
    const parsers = { 'text/x': () => Promise.resolve(null) };
    expect(await bodyParser({ factories, parsers })(came)).toBe(came);
  });

  it('parses a file from its start, and leaves the same stream at its position', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'body-parser-'));
    try {
      const path = join(folder, 'body');
      writeFileSync(path, '{"a":1}');
      const body = factories.createStreamFromFile(path);
      body.seek(2);
      const parsed = await bodyParser({ factories })(request(JSON_TYPE, '').withBody(body));
      expect(parsed.getParsedBody()).toEqual({ a: 1 });
      expect([parsed.getBody() === body, body.tell()]).toEqual([true, 2]);
      body.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each<[string, boolean, ServerRequestInterface]>([
    ['a body', true, request(JSON_TYPE, '{}')],
    ['a body of an unknown type', true, request('text/x', 'x')],
    ['a parsed body', true, request(JSON_TYPE, '{}').withParsedBody([])],
    ['no type', false, request('', '{}')],
    ['an empty GET', false, request(JSON_TYPE, '', 'GET')],
  ])('notes that it has run for %s: %j', async (_what, isNoted, came) => {
    const listener = () => undefined;
    came.getLifetime().setValue(UNPARSED_BODY, listener);
    await bodyParser({ factories })(came);
    expect(came.getLifetime().getValue(UNPARSED_BODY)).toBe(isNoted ? null : listener);
  });

  it.each([JSON_TYPE, FORM, 'multipart/form-data; boundary=b'])(
    'refuses a body of %s of which a layer has read a part',
    async (type) => {
      const came = streamed(type, '{"a":1}');
      await came.getBody().read(2);
      const parse = bodyParser({ factories, readers: { 'multipart/form-data': (one) => one } });
      expect(() => parse(came)).toThrow(expect.objectContaining({ code: 'BODY_CONSUMED' }));
    },
  );

  it.each<[string, () => Promise<ServerRequestInterface>]>([
    ['of an unknown type', () => readFrom(streamed('text/x', 'abc'))],
    ['that was parsed', async () => (await readFrom(streamed(JSON_TYPE, '1'))).withParsedBody([])],
    ['that can be read again', () => readFrom(request(JSON_TYPE, '[]'))],
    ['that is empty', () => readFrom(streamed(JSON_TYPE, ''))],
  ])('takes a body %s that a layer has read', async (_what, come) => {
    const came = await come();
    expect(() => bodyParser({ factories })(came)).not.toThrow();
  });
});

async function readFrom(came: ServerRequestInterface): Promise<ServerRequestInterface> {
  await came.getBody().getContents();
  return came;
}
