import { createHash, randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { contentsOf } from '../../test/contents-of.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { compression, type CompressionOptions } from './index.js';
import { zlibCodings } from './zlib-codings.js';

type Options = Omit<CompressionOptions, 'factories'>;
type Headers = Readonly<Record<string, string>>;

const TEXT = 'the quick brown fox '.repeat(200);
const LARGE = 'the quick brown fox '.repeat(10_000);
const BROWSER = 'gzip, deflate, br';
/** Long enough, and of words that occur differently often, so that each level compresses it differently. */
const VARIED = variedText();
const hasZstd = zlibCodings.zstd !== undefined;
if (!hasZstd) process.stderr.write('Skipped: zstd (this Node has none)\n');

describe.each(implementations)('compression with %s', (_, factories) => {
  const { through, page, decoded } = compressionWith(factories);

  it('reads If-None-Match once to decide whether the sent tag is compared', async () => {
    const request = factories
      .createServerRequest('GET', '/')
      .withHeader('If-None-Match', '"7"')
      .withHeader('Accept-Encoding', 'gzip, identity;q=0');
    const asked = jest.spyOn(request, 'hasHeader');
    await compression({ factories }).process(request, { handle: () => page(TEXT) });
    expect(asked.mock.calls.filter(([name]) => name === 'If-None-Match')).toHaveLength(1);
  });

  it.each<[string, string]>([
    [BROWSER, 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.5, identity;q=0.1', 'gzip'],
    ['zstd;q=0, br', 'br'],
    ['*', hasZstd ? 'zstd' : 'br'],
  ])('compresses for %j by %s', async (accepted, coding) => {
    const response = await through({}, page(TEXT), accepted);
    expect(response.getHeader('Content-Encoding')).toEqual([coding]);
    expect(response.getHeader('Vary')).toEqual(['Accept-Encoding']);
    expect(await decoded(response)).toBe(TEXT);
  });

  it.each([
    ['in memory', () => page(TEXT)],
    ['in memory, large', () => page(LARGE)],
    ['a stream', () => streamed(LARGE)],
  ])('compresses a body %s by every coding', async (_name, make) => {
    for (const coding of hasZstd ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']) {
      const response = await through({}, make(), coding);
      expect(response.getHeader('Content-Encoding')).toEqual([coding]);
      expect([TEXT, LARGE]).toContain(await decoded(response));
    }
  });

  it.each(withoutZstd([['gzip'], ['br'], ['zstd']]))(
    'compresses by %s at its lowest and at its highest level',
    async (coding) => {
      const [least, greatest] = zlibCodings[coding as 'gzip']?.levels ?? [];
      for (const level of [least, greatest]) {
        const response = await through({ level: { [coding]: level } }, page(TEXT), coding);
        expect(await decoded(response)).toBe(TEXT);
      }
    },
  );

  it('creates no promise for a small body in memory', () => {
    expect(through({}, page(TEXT), 'br')).not.toBeInstanceOf(Promise);
    expect(through({}, page(LARGE), 'br')).toBeInstanceOf(Promise);
  });

  it('prefers the codings in the order of the server', async () => {
    const response = await through({ codings: ['gzip', 'br'] }, page(TEXT), BROWSER);
    expect(response.getHeader('Content-Encoding')).toEqual(['gzip']);
  });

  it('compresses from exactly the threshold on', async () => {
    const coding = async (size: number, threshold?: number) => {
      const response = await through(
        { ...(threshold !== undefined && { threshold }) },
        page('x'.repeat(size)),
        'br',
      );
      return [response.getHeaderLine('Content-Encoding'), response.getHeaderLine('Vary')];
    };
    expect(await coding(1023)).toEqual(['', 'Accept-Encoding']);
    expect(await coding(1024)).toEqual(['br', 'Accept-Encoding']);
    expect(await coding(9, 10)).toEqual(['', 'Accept-Encoding']);
    expect(await coding(10, 10)).toEqual(['br', 'Accept-Encoding']);
  });

  it.each<[string, string]>([
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
    ['*;q=0.5, identity;q=0', hasZstd ? 'zstd' : 'br'],
    ['identity;q=0', ''],
    ['identity;q=0.1, gzip', ''],
    ['*, identity;q=0.1', ''],
  ])(
    'compresses a small body if the client refuses it uncompressed: %j',
    async (accepted, coding) => {
      const response = await through({}, page('small'), accepted);
      expect(response.getHeaderLine('Content-Encoding')).toBe(coding);
      expect(response.getHeaderLine('Vary')).toBe('Accept-Encoding');
      const text = coding === '' ? response.getBody().text() : decoded(response);
      expect(await text).toBe('small');
    },
  );

  it.each<[string, (response: ResponseInterface) => ResponseInterface]>([
    ['that is coded already', (response) => response.withHeader('Content-Encoding', 'gzip')],
    [
      'of a type that is compressed',
      (response) => response.withHeader('Content-Type', 'image/png'),
    ],
    ['without a type', (response) => response.withoutHeader('Content-Type')],
    [
      'that must not be transformed',
      (response) => response.withHeader('Cache-Control', 'public, No-Transform'),
    ],
    ...['Content-Digest', 'Repr-Digest', 'Digest', 'Content-MD5'].map(
      (name): [string, (response: ResponseInterface) => ResponseInterface] => [
        `with a ${name} of its bytes`,
        (response) =>
          response.withHeader(name, 'sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:'),
      ],
    ),
    ...[101, 204, 205].map(
      (status) =>
        [`of status ${status}`, (response: ResponseInterface) => response.withStatus(status)] as [
          string,
          (response: ResponseInterface) => ResponseInterface,
        ],
    ),
  ])('leaves a response alone %s', async (_name, change) => {
    const response = change(page(TEXT));
    expect(await through({}, response, BROWSER)).toBe(response);
  });

  it.each(['public, max-age=60', 'x-no-transform', 'no-transform-x'])(
    'compresses a response with Cache-Control: %s',
    async (directives) => {
      const response = page(TEXT).withHeader('Cache-Control', directives);
      expect((await through({}, response, 'br')).hasHeader('Content-Encoding')).toBe(true);
    },
  );

  it.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0', '*;q=0', 'br;q=0.5, identity'])(
    'sends the body uncompressed for %j, with Vary',
    async (accepted) => {
      const response = await through({ codings: ['br', 'gzip'] }, page(TEXT), accepted);
      expect(response.hasHeader('Content-Encoding')).toBe(false);
      expect(response.getHeader('Vary')).toEqual(['Accept-Encoding']);
      expect(await response.getBody().text()).toBe(TEXT);
    },
  );

  it('gives a strong tag the suffix of the coding, and drops headers that describe the uncompressed bytes', async () => {
    const inner = page(TEXT)
      .withHeader('ETag', '"a"')
      .withHeader('Content-Length', String(TEXT.length))
      .withHeader('Accept-Ranges', 'bytes')
      .withHeader('Vary', 'Origin');
    const response = await through({}, inner, 'br');
    expect(response.getHeader('ETag')).toEqual(['"a-br"']);
    expect(response.getHeader('Vary')).toEqual(['Origin, Accept-Encoding']);
    expect([response.hasHeader('Content-Length'), response.hasHeader('Accept-Ranges')]).toEqual([
      false,
      false,
    ]);
    const plain = await through({}, inner, '');
    expect(plain.getHeader('ETag')).toEqual(['"a"']);
  });

  it('sets on a 304 the tag and Vary of the corresponding 200', async () => {
    const inner = factories.createResponse(304).withHeader('ETag', '"a"');
    const response = await through({}, inner, 'br');
    expect([response.getHeaderLine('ETag'), response.getHeaderLine('Vary')]).toEqual([
      '"a-br"',
      'Accept-Encoding',
    ]);
    expect(response.hasHeader('Content-Encoding')).toBe(false);
    const plain = await through({}, inner, 'identity');
    expect([plain.getHeaderLine('ETag'), plain.getHeaderLine('Vary')]).toEqual([
      '"a"',
      'Accept-Encoding',
    ]);
  });

  it('sets the headers of GET for HEAD', async () => {
    const inner = page(TEXT).withHeader('ETag', '"a"');
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map(async (method) => through({}, inner, 'br', method)),
    );
    expect(head?.getHeaders()).toEqual(get?.getHeaders());
    // An emitter would send the length of the uncompressed body, or 0.
    expect([head?.getBody().getSize(), await head?.getBody().text()]).toEqual([null, '']);
    const empty = factories
      .createResponse()
      .withHeader('Content-Type', 'text/plain')
      .withHeader('Content-Length', '5000');
    expect((await through({}, empty, 'br', 'HEAD')).getHeaderLine('Content-Encoding')).toBe('br');
  });

  it('lets functions decide what is compressed', async () => {
    const types = (type: string) => type === 'image/png';
    const png = page(TEXT).withHeader('Content-Type', 'image/png');
    expect((await through({ types }, png, 'br')).hasHeader('Content-Encoding')).toBe(true);
    const compress: CompressionOptions['compress'] = (request, response) =>
      request.getUri().getPath() !== '/secret' && !response.hasHeader('X-Secret');
    for (const [path, inner] of [
      ['/secret', page(TEXT)],
      ['/', page(TEXT).withHeader('X-Secret', '1')],
    ] as const) {
      expect(await through({ compress }, inner, 'br', 'GET', path)).toBe(inner);
    }
    expect((await through({ compress }, page(TEXT), 'br')).hasHeader('Content-Encoding')).toBe(
      true,
    );
  });

  it('compresses the whole of a body that was written to', async () => {
    const inner = factories.createResponse().withHeader('Content-Type', 'text/plain');
    inner.getBody().write(TEXT);
    expect(await decoded(await through({}, inner, 'gzip'))).toBe(TEXT);
  });

  it.each([
    ['gzip', 'in memory', () => page(LARGE)],
    ['br', 'in memory', () => page(TEXT)],
    ['gzip', 'streamed', () => streamed(LARGE)],
    ['br', 'streamed', () => streamed(LARGE)],
  ])('uses the level of %s for a body that is %s', async (coding, _name, make) => {
    const sizes = await Promise.all(
      [1, 9].map(async (level) => {
        const options = { level: { [coding]: level } };
        return (await contentsOf(await through(options, make(), coding))).length;
      }),
    );
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
  });

  it.each(
    withoutZstd([
      ['br', 4, 'text/html'],
      ['gzip', 6, 'text/html'],
      ['zstd', 3, 'text/html'],
      ['br', 3, 'text/event-stream'],
      ['gzip', 6, 'text/event-stream'],
      ['zstd', 1, 'text/event-stream'],
    ]),
  )('compresses by %s at level %d unless one is set: %s', async (coding, level, type) => {
    // Not the bytes: printing their difference takes minutes.
    const digestOf = async (options: Options) => {
      const inner = streamed(VARIED).withHeader('Content-Type', type);
      const bytes = await contentsOf(await through(options, inner, coding));
      return createHash('sha256').update(bytes).digest('hex');
    };
    const usual = await digestOf({});
    expect(usual).toBe(await digestOf({ level: { [coding]: level } }));
    for (const other of [level - 1, level + 1].filter((each) => each > 0))
      expect(usual).not.toBe(await digestOf({ level: { [coding]: other } }));
  });

  it.each<[string, string, Options]>([
    ['gzip', 'usually', {}],
    ['br', 'if codings are set that begin with br', { codings: ['br', 'gzip'] }],
  ])('compresses event streams by %s %s', async (coding, _name, options) => {
    const events = streamed(TEXT).withHeader('Content-Type', 'text/event-stream');
    const response = await through(options, events, 'gzip, deflate, br, zstd');
    expect(response.getHeader('Content-Encoding')).toEqual([coding]);
  });

  it('keeps a window of 2 KiB for each event stream', async () => {
    const once = randomBytes(1_500).toString('hex');
    const response = await through(
      {},
      streamed(once + once).withHeader('Content-Type', 'text/event-stream; charset=utf-8'),
      'gzip',
    );
    const bytes = await contentsOf(response);
    // A decoder with this window fails if the compressor referred to bytes further back.
    expect(zlib.gunzipSync(bytes, { windowBits: 11 }).toString()).toBe(once + once);
  });

  it.each(
    withoutZstd([
      ['gzip', 'text/event-stream', true],
      ['br', 'text/event-stream', true],
      ['zstd', 'text/event-stream', true],
      ['br', 'text/html', false],
      ['zstd', 'text/html', false],
    ]),
  )('of %s in %s forgets text before the last 4 KiB: %s', async (coding, type, forgets) => {
    const once = randomBytes(8_000).toString('hex');
    const sizeOf = async (text: string) => {
      const inner = streamed(text).withHeader('Content-Type', type);
      return (await contentsOf(await through({}, inner, coding))).length;
    };
    expect((await sizeOf(once + once)) > 1.5 * (await sizeOf(once))).toBe(forgets);
  });

  it('fails with the error of the source, and closes it', async () => {
    const failure = new Error('disk');
    async function* source(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(TEXT));
      throw failure;
    }
    const inner = page('').withBody(factories.createStreamFromResource(source()));
    await expect(contentsOf(await through({}, inner, 'gzip'))).rejects.toBe(failure);
  });

  it.each([false, true])('cancels the source with the body; begun: %s', async (begun) => {
    let cancelled = false;
    let left = 1000;
    const source: AsyncIterableIterator<Uint8Array> = {
      next: () =>
        left-- > 0
          ? Promise.resolve({ done: false, value: Buffer.from(TEXT) })
          : Promise.reject(new Error('read faster than it was compressed')),
      return: () => {
        cancelled = true;
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]: () => source,
    };
    const inner = page('').withBody(factories.createStreamFromResource(source));
    const response = await through({}, inner, 'gzip');
    if (begun) await response.getBody().read(1);
    response.getBody().close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  it('does not flush after chunks of a source that does not wait', async () => {
    const { length } = await contentsOf(await through({}, streamed(LARGE), 'gzip'));
    expect(length).toBe(zlib.gzipSync(LARGE, { level: 6 }).length);
  });

  function streamed(text: string): ResponseInterface {
    async function* source(): AsyncGenerator<Uint8Array> {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1000)
        yield await Promise.resolve(bytes.subarray(at, at + 1000));
    }
    return page('').withBody(factories.createStreamFromResource(source()));
  }
});

/** Without the rows of zstd on a Node that has none. */
function withoutZstd<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]) {
  return rows.filter(([coding]) => hasZstd || coding !== 'zstd');
}

function variedText(): string {
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const word = (at: number) => 'w'.repeat(1 + (at % 3)) + ((at * 7919) % 1000).toString(36);
  let text = '';
  while (text.length < 200_000) {
    text += word(Math.floor(300 * random() * random() * random())) + (random() < 0.1 ? '\n' : ' ');
  }
  return text;
}

function compressionWith(factories: HttpFactoriesInterface) {
  const page = (text: string) =>
    factories
      .createResponse()
      .withHeader('Content-Type', 'text/html')
      .withBody(factories.createStream(text));
  const through = (
    options: Options,
    inner: ResponseInterface,
    accepted: string,
    method = 'GET',
    path = '/',
  ) => {
    const headers: Headers = accepted === '' ? {} : { 'Accept-Encoding': accepted };
    let request = factories.createServerRequest(method, path);
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    return compression({ ...options, factories }).process(request, { handle: () => inner });
  };
  const decoded = async (response: ResponseInterface): Promise<string> => {
    const coding = response.getHeaderLine('Content-Encoding') as 'br' | 'gzip' | 'zstd';
    const bytes = await contentsOf(response);
    const stream = zlibCodings[coding]?.decompressor();
    if (stream === undefined) throw new Error(`there is no ${coding}`);
    const chunks: Buffer[] = [];
    for await (const chunk of stream.end(bytes)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  return { page, through, decoded };
}
