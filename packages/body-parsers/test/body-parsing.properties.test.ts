import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ServerRequestInterface } from '@mortise/http-message';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { BodyError, type BodyParsingOptions, bodyParser } from '../src/index.js';
import { parseXml, parseXmlStrictly } from '../src/xml/index.js';
import { arriving } from './form-bytes.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const TYPES = [
  'application/json',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/plain',
  'application/json garbage',
];
const ATOMS = [
  ...Array.from('{}[]",:&=%<>/'),
  ...[
    '"__proto__":',
    '__proto__[x]=1',
    '<__proto__>',
    '<a>',
    '</a>',
    '1',
    'null',
    'é',
    '\0',
    '\ufeff',
    '\\u005f',
  ],
];
const soup = fc.array(fc.constantFrom(...ATOMS), { maxLength: 20 }).map((atoms) => atoms.join(''));
const body = fc
  .oneof(
    fc.json(),
    soup,
    soup.map((inner) => `<r>${inner}</r>`),
    fc.uint8Array({ maxLength: 40 }),
  )
  .map((written) => Buffer.from(written as string));

describe.each(implementations)('bodyParser on %s', (_, factories) => {
  const seen = async (
    bytes: Uint8Array,
    type: string,
    chunk: number,
    strict: boolean,
  ): Promise<unknown> => {
    const chunks = function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    };
    const stream =
      chunk === Infinity
        ? factories.createStreamFromResource(bytes)
        : factories.createStreamFromResource(arriving(chunks()));
    const request = factories
      .createServerRequest('POST', 'http://example.test/')
      .withHeader('Content-Type', type)
      .withBody(stream);
    const xml = strict ? parseXmlStrictly : parseXml;
    const options: BodyParsingOptions = {
      factories,
      strict,
      parsers: { 'application/xml': xml },
      maxBytes: 1000,
    };
    try {
      return await described(await bodyParser(options)(request), bytes);
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      return [error.code, error.status, error.message];
    }
  };

  it('parses a body the same however it is split, keeps it readable, and changes no prototype', async () => {
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom(...TYPES),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (bytes, type, chunk, strict) => {
          expect(await seen(bytes, type, chunk, strict)).toEqual(
            await seen(bytes, type, Infinity, strict),
          );
          expect(Object.keys(Object.prototype)).toEqual([]);
        },
      ),
      { numRuns: numRuns(500) },
    );
  });
});

async function described(request: ServerRequestInterface, bytes: Uint8Array): Promise<unknown> {
  const raw = await request.getBody().getContents();
  expect(Buffer.from(raw)).toEqual(Buffer.from(bytes));
  const data = request.getParsedBody();
  expectNoPrototypeKey(data);
  return data !== null && 'toXml' in data ? (data.toXml as () => string)() : data;
}

function expectNoPrototypeKey(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  expect(Object.keys(value)).not.toContain('__proto__');
  Object.values(value).forEach(expectNoPrototypeKey);
}
