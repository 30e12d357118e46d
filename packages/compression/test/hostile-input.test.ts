import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { growth } from '../../../tooling/testing/growth.js';
import { compressionPlan, isCompressible } from '../src/index.js';
import { compression } from '../src/node/index.js';

const KIB_16 = 16_000;
const PAGE = 'the quick brown fox '.repeat(100);

describe('a request with Accept-Encoding', () => {
  it.each([
    ['of 16 KiB of codings', 'br, '.repeat(KIB_16 / 4)],
    ['of 16 KiB of commas', ','.repeat(KIB_16)],
    ['of 16 KiB of weights', 'br;q=0.5,'.repeat(KIB_16 / 9)],
    ['of 16 KiB of parameters', `br${';a=b'.repeat(KIB_16 / 4)}`],
    ['of 16 KiB of spaces', `br${' '.repeat(KIB_16)}`],
    ['of one name of 16 KiB', 'b'.repeat(KIB_16)],
    ['of invalid weights', 'br;q=, gzip;q=NaN, *;q=-1, zstd;q=1e9'],
    ['of quotes that do not end', 'br;q="'],
    ['of control characters', 'br\t;\tq\t=\t1'],
  ])('%s gets the page', async (_, accepted) => {
    const app = createApp();
    app.get('/', (_request, response) => text(response, PAGE));
    app.add(compression({ factories: app.factories, codings: ['br', 'gzip'] }));
    const client = overSocket(app);
    const response = await client.get('/', { headers: { 'Accept-Encoding': accepted } });
    await client.close();
    expect(response.getStatusCode()).toBe(200);
    expect(['', 'br', 'gzip']).toContain(response.getHeaderLine('Content-Encoding'));
  });
});

it('takes time linear in the length of Accept-Encoding', async () => {
  const request = factories.createServerRequest('GET', '/');
  const response = factories.createResponse().withHeader('Content-Type', 'text/html');
  const rules = {
    codings: ['br', 'gzip'] as const,
    threshold: 0,
    types: isCompressible,
    compress: null,
  };
  for (const piece of ['br,', ',', 'br;q=0.5,', 'br;a=b;', ' ', ';', '"']) {
    const asking = (size: number) =>
      request.withHeader('Accept-Encoding', `a${piece.repeat(size)}b`);
    const decide = (asked: typeof request) => compressionPlan(asked, response, () => 1_000, rules);
    expect([piece, (await growth(asking, decide, 4_000)) < 10]).toEqual([piece, true]);
  }
});

it('takes time linear in the length of a type', async () => {
  for (const piece of ['a+', 'text/', '/', ' ', '+json']) {
    const type = (size: number) => `a${piece.repeat(size)}b`;
    expect([piece, (await growth(type, isCompressible, 5_000)) < 10]).toEqual([piece, true]);
  }
});
