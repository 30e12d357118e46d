import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { type MediaType, parseMediaType } from '@mortise/http-syntax';
import { factories } from '@mortise/message/node';
import { contentDecoder, decodeContent, gunzip, inflate } from './content-coding.js';
import type { ContentDecoder } from './contract.js';
import { byMediaType, forMediaType } from './for-media-type.js';
import { noteBodyParser } from './index.js';
import { parsersByType } from './parsers-by-type.js';

const typeOf = (text: string): MediaType => parseMediaType(text) as MediaType;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('contentDecoder', () => {
  const gzip: ContentDecoder = () => undefined as never;
  const br: ContentDecoder = () => undefined as never;
  const decoders = new Map([
    ['gzip', gzip],
    ['br', br],
  ]);
  const of = (coding?: string) => {
    const bare = factories.createServerRequest('POST', '/');
    const request = coding === undefined ? bare : bare.withHeader('Content-Encoding', coding);
    return contentDecoder(request, decoders);
  };

  it.each([undefined, '', 'identity', 'Identity', ',', ' , identity,'])(
    'is none for %j',
    (coding) => {
      expect(of(coding)).toBeNull();
    },
  );

  it.each([
    ['gzip', gzip],
    ['GZip', gzip],
    ['x-gzip', gzip],
    ['X-GZIP', gzip],
    ['br', br],
    ['gzip,', gzip],
    [', ,gzip', gzip],
  ])('is that of %s', (coding, decoder) => {
    expect(of(coding)).toBe(decoder);
  });

  it.each(['deflate', 'x-br', 'gzip, br', 'identity, gzip', 'GZIP2'])(
    'refuses %s with 415, as it was sent',
    (coding) => {
      expect(() => of(coding)).toThrow(
        expect.objectContaining({
          code: 'BODY_ENCODING',
          status: 415,
          message: expect.stringContaining(`"${coding}"`),
          headers: { 'Accept-Encoding': 'gzip, br' },
        }),
      );
    },
  );
});

describe('decodeContent', () => {
  /** A decoder that yields each byte, and notes when it is ended. */
  function single() {
    const state = { ended: false, given: 0 };
    const decoder: ContentDecoder = async function* (body) {
      try {
        for (const byte of body) {
          state.given += 1;
          yield await Promise.resolve(Uint8Array.of(byte));
        }
      } finally {
        state.ended = true;
      }
    };
    return { decoder, state };
  }

  it.each<[string, unknown]>([
    ['an instance of Uint8Array', bytes('a')],
    ['a promise', Promise.reject(new Error('late'))],
    ['an array', [bytes('a')]],
    ['undefined', undefined],
  ])('cannot be %s: the decoder is at fault, and not the client', async (received, result) => {
    await expect(decodeContent(bytes('x'), () => result as never, 10)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: `invalid decoders: received ${received}; expected functions that return an async iterable of bytes, such as an async generator`,
    });
  });

  it('is all decoded bytes, of text and of bytes', async () => {
    expect(await decodeContent('aé', single().decoder, 9)).toEqual(Buffer.from('aé'));
    expect(Buffer.from(await decodeContent(bytes('ab'), single().decoder, 9)).toString()).toBe(
      'ab',
    );
  });

  it('accepts exactly the limit, and ends the decoder at one byte more', async () => {
    expect(await decodeContent('abc', single().decoder, 3)).toHaveLength(3);
    const { decoder, state } = single();
    await expect(decodeContent('abcde', decoder, 3)).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
      status: 413,
    });
    expect(state).toEqual({ ended: true, given: 4 });
  });

  it('fails with 400 if the decoder fails, unless its error has a status', async () => {
    const cause = new Error('no header');
    const failing = (error: Error): ContentDecoder =>
      async function* () {
        yield await Promise.reject(error);
      };
    await expect(decodeContent('', failing(cause), 1)).rejects.toMatchObject({
      code: 'BODY_MALFORMED',
      status: 400,
      message: expect.stringContaining('The content in the request body is invalid'),
      cause,
    });
    const own = Object.assign(new Error('own'), { status: 422 });
    await expect(decodeContent('', failing(own), 1)).rejects.toBe(own);
  });
});

describe('the ratio of a decoded body to the sent one', () => {
  const MIB = 1024 * 1024;
  /** A decoder of any coding, which yields a number of bytes in chunks. */
  const ofSize = (size: number): ContentDecoder =>
    async function* () {
      for (let left = size; left > 0; left -= 64 * 1024) {
        yield await Promise.resolve(new Uint8Array(Math.min(left, 64 * 1024)));
      }
    };
  const sizeOf = async (sent: number, size: number, limit: number): Promise<number | string> => {
    try {
      return (await decodeContent(new Uint8Array(sent), ofSize(size), limit)).length;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each([
    // Up to 1 MiB, it can be any.
    [0, MIB, Infinity, MIB],
    [0, MIB + 1, Infinity, 'DECODED_TOO_LARGE'],
    [1, MIB, Infinity, MIB],
    [1, MIB + 1, Infinity, 'DECODED_TOO_LARGE'],
    // Above that, at most 100.
    [20_000, 2_000_000, Infinity, 2_000_000],
    [20_000, 2_000_001, Infinity, 'DECODED_TOO_LARGE'],
    // 100 times 10,485 is less than 1 MiB, 100 times 10,486 more.
    [10_485, MIB, Infinity, MIB],
    [10_485, MIB + 1, Infinity, 'DECODED_TOO_LARGE'],
    [10_486, 1_048_600, Infinity, 1_048_600],
    [10_486, 1_048_601, Infinity, 'DECODED_TOO_LARGE'],
    // The lower limit counts; of equal ones that in bytes, which the application has set.
    [20_000, 2_000_001, 2_000_000, 'BODY_TOO_LARGE'],
    [20_000, 2_000_001, 2_000_001, 'DECODED_TOO_LARGE'],
    [20_000, 2_000_000, 1_999_999, 'BODY_TOO_LARGE'],
    [20_000, 1_999_999, 1_999_999, 1_999_999],
  ])('%d bytes that decode to %d, with the limit %d: %s', async (sent, size, limit, result) => {
    expect(await sizeOf(sent, size, limit)).toBe(result);
  });

  it.each([
    ['gunzip', gunzip, gzipSync],
    ['inflate', inflate, deflateSync],
  ])('is limited for %s, with an error for the client', async (_name, decoder, encode) => {
    const decoded = (size: number) =>
      decodeContent(encode(new Uint8Array(size)), decoder, Infinity);
    expect(await decoded(MIB)).toHaveLength(MIB);
    await expect(decoded(MIB + 1)).rejects.toMatchObject({
      code: 'DECODED_TOO_LARGE',
      status: 413,
      headers: {},
      message:
        'The decoded request body exceeds the limit of 100 times its compressed size. Send it uncompressed.',
    });
  });

  it('stops the decoder', async () => {
    let given = 0;
    const endless: ContentDecoder = async function* () {
      for (; given < 9; given += 1) yield await Promise.resolve(new Uint8Array(MIB));
    };
    await expect(decodeContent('', endless, Infinity)).rejects.toMatchObject({ status: 413 });
    expect(given).toBe(1);
  });
});

describe('the parser of a media type', () => {
  it('is that of the type, else of its suffix, else of the suffix as a type', () => {
    const all = byMediaType(
      {
        'Application/A': 1,
        'application/b+json': 2,
        '+json': 3,
        'application/json': 4,
        'application/xml': 5,
        'a/x': 6,
        'A/X': 7,
      },
      'parsers',
    );
    const found = (type: string) => forMediaType(all, typeOf(type));
    expect(found('application/a')).toBe(1);
    expect(found('application/b+json')).toBe(2);
    expect(found('application/c+json')).toBe(3);
    expect(found('application/json')).toBe(4);
    expect(found('text/svg+xml')).toBe(5);
    expect(found('text/xml')).toBeNull();
    expect(found('application/b')).toBeNull();
    expect(found('a/x')).toBe(7);
  });
});

describe('parsersByType', () => {
  const parse = (
    options: Parameters<typeof parsersByType>[0],
    type: string,
    body: Uint8Array | string,
  ) =>
    parsersByType(options, 'body').get(type)?.(
      body,
      typeOf(`${type}; charset=windows-1252`),
      factories.createServerRequest('POST', '/'),
    );

  it('has JSON and forms, which the options replace, and the types of the options in lower case', () => {
    expect([...parsersByType({}, 'body').keys()]).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    const own = { own: true };
    const parsers = { 'Application/JSON': () => own, 'text/CSV': () => null };
    expect([...parsersByType({ parsers }, 'body').keys()]).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'text/csv',
    ]);
    expect(parse({ parsers }, 'application/json', '{}')).toBe(own);
  });

  it('refuses broken JSON only if it is strict', () => {
    expect(parse({}, 'application/json', '{')).toBeNull();
    expect(() => parse({ strict: true }, 'application/json', '{')).toThrow(
      expect.objectContaining({ code: 'BODY_MALFORMED' }),
    );
  });

  it('passes the options and the charset to the parser of forms', () => {
    const type = 'application/x-www-form-urlencoded';
    expect(parse({}, type, 'a.b=%e9')).toEqual({ 'a.b': 'é' });
    expect(parse({ form: { phpNames: true } }, type, 'a.b=1')).toEqual({ a_b: '1' });
  });

  it('passes text in the charset of the type to a function, and bytes to parseBytes', () => {
    const seen: unknown[] = [];
    const parsers = {
      'a/text': (text: string, type: MediaType) => (seen.push(text, type.essence), null),
      'a/bytes': {
        parseBytes: (body: Uint8Array, type: MediaType) => (
          seen.push([...body], type.essence), null
        ),
      },
    };
    for (const body of [Uint8Array.of(0xe9), 'é']) {
      expect(parse({ parsers }, 'a/text', body)).toBeNull();
      expect(parse({ parsers }, 'a/bytes', body)).toBeNull();
    }
    expect(seen).toEqual([
      'é',
      'a/text',
      [0xe9],
      'a/bytes',
      'é',
      'a/text',
      [0xc3, 0xa9],
      'a/bytes',
    ]);
  });

  it('refuses bytes that are not text only if it is strict', () => {
    const parsers = { 'text/x': (text: string) => ({ text }) };
    const invalid = (strict: boolean) =>
      parsersByType({ parsers, strict }, 'body').get('text/x')?.(
        Uint8Array.of(0xff),
        typeOf('text/x'),
        factories.createServerRequest('POST', '/'),
      );
    expect(invalid(false)).toEqual({ text: '\ufffd' });
    expect(() => invalid(true)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('noteBodyParser', () => {
  it('removes the listener of unparsed bodies, and sets nothing where there is none', () => {
    const request = factories.createServerRequest('POST', '/');
    noteBodyParser(request);
    expect(request.getLifetime().getValue(UNPARSED_BODY)).toBeUndefined();
    request.getLifetime().setValue(UNPARSED_BODY, () => undefined);
    noteBodyParser(request);
    expect(request.getLifetime().getValue(UNPARSED_BODY)).toBeNull();
  });
});
