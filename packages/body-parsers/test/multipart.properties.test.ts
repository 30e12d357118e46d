import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ServerRequestInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { bodyParser } from '../src/index.js';
import { multipartForm, multipartParts } from '../src/multipart/index.js';
import { arriving, BOUNDARY, CONTENT_TYPE, formBytes, type PartToWrite } from './form-bytes.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';

// What a scanner can stumble over, whole and in pieces.
const atom = fc.constantFrom(
  '\r\n',
  '\r',
  '\n',
  '-',
  '--',
  `\r\n--${BOUNDARY.slice(0, 8)}`,
  `\r\n--${BOUNDARY.slice(0, -1)}`,
  'x',
  'x'.repeat(BOUNDARY.length),
  '',
  ' ',
  '\0',
  'é',
);
const content = fc.array(atom, { maxLength: 30 }).map((atoms) => atoms.join(''));
const name = fc.constantFrom('a', 'b[]', 'c[k]', 'd e', 'é', '__proto__', 'a[__proto__]');
const part: fc.Arbitrary<PartToWrite> = fc.oneof(
  fc.record({ name, value: content }),
  fc.record({
    name,
    value: fc.record({
      filename: fc.constantFrom('f.txt', 'é b.bin', 'a;b.c'),
      bytes: fc.oneof(
        content.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 400 }),
      ),
    }),
  }),
);
const form = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => formBytes(parts));
const sizes = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 20 });
const closing = `--${BOUNDARY}--\r\n`;
const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
  minLength: 1,
  maxLength: 5,
});

/** A line end that is not CRLF; the text before it ensures that it does not become one. */
const bareEnd = fc.constantFrom('x\n', 'x\r', '\n\n', 'x\r\r', '\r\n\n', '\r\n\r', '\n\r');
const continued = fc.constantFrom('', '--', '\r\n', '\n', '--\r\n', 'x');
const bareDelimiter = fc
  .tuple(content, bareEnd, continued, content)
  .map(([before, end, after, rest]) => `${before}${end}--${BOUNDARY}${after}${rest}`);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multipart-properties-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('multipart forms', () => {
  it('are the same however they are split into chunks (P12)', async () => {
    await fc.assert(
      fc.asyncProperty(form, sizes, async (bytes, lengths) => {
        expect(await partsOf(pieces(bytes, lengths))).toEqual(await partsOf([bytes]));
      }),
      { numRuns: numRuns(250) },
    );
  });

  it('are refused with the same error however they are split into chunks (P12)', async () => {
    await fc.assert(
      fc.asyncProperty(form, sizes, changes, async (bytes, lengths, changed) => {
        for (const [at, byte] of changed) bytes[at % bytes.length] = byte;
        const outcome = await refusalOf(pieces(bytes, lengths));
        expect(outcome).toEqual(await refusalOf([bytes]));
      }),
      { numRuns: numRuns(250) },
    );
  });

  it('are refused with a delimiter after a bare CR or LF, however they are split (P12b)', async () => {
    await fc.assert(
      fc.asyncProperty(
        form,
        bareDelimiter,
        sizes,
        fc.boolean(),
        async (bytes, bare, cuts, first) => {
          const content = formBytes([{ name: 'z', value: bare }]);
          const whole = first
            ? Buffer.concat([Buffer.from(bare), Buffer.from('\r\n'), bytes])
            : Buffer.concat([bytes.subarray(0, -closing.length), content]);
          await expect(partsOf(pieces(whole, cuts))).rejects.toMatchObject({
            code: 'BODY_MALFORMED',
          });
          await expect(partsOf([whole])).rejects.toMatchObject({ code: 'BODY_MALFORMED' });
        },
      ),
      { numRuns: numRuns(250) },
    );
  });

  it('are read as the platform reads them (P12)', async () => {
    await fc.assert(
      fc.asyncProperty(form, async (bytes) => {
        const response = new Response(bytes, { headers: { 'Content-Type': CONTENT_TYPE } });
        // Not for servers, since it holds all in memory; but another reading to compare with.
        const theirs = await response.formData();
        const expected = await Promise.all(
          Array.from(theirs, async ([key, value]) =>
            typeof value === 'string'
              ? [key, null, Buffer.from(value)]
              : [key, value.name, Buffer.from(await value.arrayBuffer())],
          ),
        );
        expect(await partsOf([bytes])).toEqual(expected);
      }),
      { numRuns: numRuns(250) },
    );
  });

  it('are refused with 400 when truncated anywhere, and leave no file (P12b)', async () => {
    await fc.assert(
      fc.asyncProperty(form, fc.nat(), sizes, async (bytes, at, lengths) => {
        const end = bytes.length - '--\r\n'.length;
        // Nothing at all is no form, and not refused.
        const came = bytes.subarray(0, 1 + (at % (end - 1)));
        await expect(parse(came, lengths)).rejects.toMatchObject({ status: 400 });
      }),
      { numRuns: numRuns(250) },
    );
    await nothingIsLeft();
  });

  it('are read or refused with 4xx when some bytes change (P12b)', async () => {
    await fc.assert(
      fc.asyncProperty(form, changes, async (bytes, changed) => {
        for (const [at, byte] of changed) bytes[at % bytes.length] = byte;
        const outcome = await parse(bytes, [1000]).then(
          async (parsed) => {
            await parsed.getLifetime().end();
            return 200;
          },
          (error: unknown) => (error as { status?: number }).status,
        );
        expect([200, 400, 413]).toContain(outcome);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: numRuns(250) },
    );
    await nothingIsLeft();
  });
});

async function partsOf(chunks: Iterable<Uint8Array>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const found of multipartParts(arriving(chunks), CONTENT_TYPE)) {
    all.push([found.name, found.filename, Buffer.from(await found.bytes())]);
  }
  return all;
}

/** The parts before the first that is refused, and why it is. */
async function refusalOf(chunks: Iterable<Uint8Array>): Promise<unknown[]> {
  const all: unknown[] = [];
  try {
    const limits = { maxFileBytes: 20, maxFieldBytes: 20, maxFields: 3 };
    for await (const found of multipartParts(arriving(chunks), CONTENT_TYPE, limits)) {
      all.push([found.name, await found.text()]);
    }
  } catch (error) {
    all.push((error as { code?: string }).code);
  }
  return all;
}

/** Every file goes to disk. */
async function parse(
  bytes: Uint8Array,
  lengths: readonly number[],
): Promise<ServerRequestInterface> {
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStreamFromResource(arriving(pieces(bytes, lengths))));
  const storage = createTemporaryStorage({ folder });
  const reader = multipartForm({ factories, storage, memoryLimit: 0 });
  return bodyParser({ factories, readers: { 'multipart/form-data': reader } })(request);
}

function* pieces(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const length = lengths[index % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function nothingIsLeft(): Promise<void> {
  await waitFor(() => readdirSync(folder).length === 0);
  expect(readdirSync(folder)).toEqual([]);
}
