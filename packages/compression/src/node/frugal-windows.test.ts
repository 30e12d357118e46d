import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { contentsOf } from '../../test/contents-of.js';
import type { Coding } from '../compression-plan.js';
import { compression } from './index.js';
import { zlibCodings } from './zlib-codings.js';

const rows: readonly (readonly [coding: Coding, distance: number, isKnown: boolean])[] = [
  ['gzip', 1000, true],
  ['gzip', 3000, false],
  ['br', 3000, true],
  ['br', 6000, false],
  ['zstd', 3000, true],
  ['zstd', 6000, false],
];

describe('an event stream', () => {
  it.each(rows.filter(([coding]) => zlibCodings[coding] !== undefined))(
    'in %s knows text that is %d bytes back: %s',
    async (coding, distance, isKnown) => {
      const once = randomBytes(distance / 2).toString('hex');
      const [one, two] = [await sizeOf(coding, once), await sizeOf(coding, once + once)];
      expect(two < 1.5 * one).toBe(isKnown);
    },
  );
});

/** The bytes of a text, compressed as an event stream. */
async function sizeOf(coding: Coding, text: string): Promise<number> {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(text));
  }
  const inner = factories
    .createResponse()
    .withHeader('Content-Type', 'text/event-stream')
    .withBody(factories.createStreamFromResource(source()));
  const request = factories.createServerRequest('GET', '/').withHeader('Accept-Encoding', coding);
  const layer = compression({ factories, codings: [coding] });
  return (await contentsOf(await layer.process(request, { handle: () => inner }))).length;
}
