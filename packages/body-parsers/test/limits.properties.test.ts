import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { bodyParser, gunzip } from '../src/index.js';
import { multipartForm, multipartParts } from '../src/multipart/index.js';
import { CONTENT_TYPE, cut, field, file, formBytes } from './form-bytes.js';

const FORM = 'application/x-www-form-urlencoded';
/** The lengths of a body and of its chunks, and the limit. */
const sizes = fc.tuple(
  fc.integer({ min: 1, max: 3000 }),
  fc.integer({ min: 1, max: 400 }),
  fc.nat(3000),
);

describe('a limit of bytes', () => {
  it.each([
    [FORM, 'identity'],
    [FORM, 'gzip'],
    ['application/json', 'identity'],
    ['text/x-plain', 'identity'],
  ])('holds for %s, %s, and at most one chunk over it is read', async (type, coding) => {
    await fc.assert(
      fc.asyncProperty(sizes, async ([length, chunk, maxBytes]) => {
        const plain = Buffer.from(`["${'x'.repeat(length)}"]`);
        const came = new CountedBody(coding === 'gzip' ? gzipSync(plain) : plain, chunk);
        const parse = bodyParser({
          factories,
          maxBytes,
          decoders: { gzip: gunzip },
          parsers: { 'text/x-plain': (body) => Promise.resolve({ body }) },
        });
        const request = factories
          .createServerRequest('POST', 'http://example.test/')
          .withHeader('Content-Type', type)
          .withHeader('Content-Encoding', coding)
          .withBody(factories.createStreamFromResource(came));
        const fits = Math.max(plain.length, came.size) <= maxBytes;
        expect(await outcome(parse(request))).toBe(fits ? 'read' : 'BODY_TOO_LARGE');
        expect(came.given - came.last).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: numRuns(250) },
    );
  });

  it('holds for a form with files, stored or read part by part, and at most one chunk over it is read', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), async ([length, chunk, maxBytes], kept) => {
        const half = Buffer.alloc(length >> 1);
        const body = formBytes([field('a', '1'), file('f', half), file('g', half)]);
        const came = new CountedBody(body, chunk);
        const reading = kept ? keep(came, maxBytes) : passOver(came, maxBytes);
        const fits = came.size <= maxBytes;
        expect(await outcome(reading)).toBe(fits ? 'read' : 'BODY_TOO_LARGE');
        expect(came.given - came.last).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: numRuns(250) },
    );
  });
});

/** Bytes as they come from a network, which tell how many of them were asked for. */
class CountedBody implements AsyncIterable<Uint8Array> {
  readonly size: number;
  given = 0;
  /** Bytes of the last chunk that was given. */
  last = 0;
  readonly #chunks: Iterator<Uint8Array>;

  constructor(bytes: Uint8Array, chunk: number) {
    this.size = bytes.length;
    this.#chunks = cut(bytes, chunk);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let next = this.#chunks.next(); next.done !== true; next = this.#chunks.next()) {
      this.given += next.value.length;
      this.last = next.value.length;
      yield await Promise.resolve(next.value);
    }
  }
}

async function keep(body: CountedBody, maxBytes: number): Promise<void> {
  const reader = multipartForm({ factories, storage: createTemporaryStorage(), maxBytes });
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStreamFromResource(body));
  await bodyParser({ factories, readers: { 'multipart/form-data': reader } })(request);
}

async function passOver(body: CountedBody, maxBytes: number): Promise<void> {
  const parts = multipartParts(body, CONTENT_TYPE, { maxBytes });
  for (let next = await parts.next(); next.done !== true; ) next = await parts.next();
}

async function outcome(reading: unknown): Promise<string> {
  try {
    await reading;
    return 'read';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}
