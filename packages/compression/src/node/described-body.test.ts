import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { compression } from './index.js';

const TEXT = 'the quick brown fox '.repeat(200);

describe.each(implementations)('a body that compression gets, with %s', (_, factories) => {
  const page = (text: string) =>
    factories
      .createResponse()
      .withHeader('Content-Type', 'text/html')
      .withBody(factories.createStream(text));
  const request = factories.createServerRequest('GET', '/').withHeader('Accept-Encoding', 'gzip');
  const through = (inner: ResponseInterface) =>
    compression({ factories }).process(request, { handle: () => inner });

  it('is compressed without a promise up to 64 KiB in memory, and with one above', () => {
    const [whole, larger] = [65_536, 65_537].map((size) => through(page('x'.repeat(size))));
    expect([whole instanceof Promise, larger instanceof Promise]).toEqual([false, true]);
  });

  it('keeps a weak tag as it is, and gets none', async () => {
    const tagged = page(TEXT).withHeader('ETag', 'W/"a"');
    expect((await through(tagged)).getHeader('ETag')).toEqual(['W/"a"']);
    expect((await through(page(TEXT))).hasHeader('ETag')).toBe(false);
    const unchanged = factories.createResponse(304).withHeader('ETag', 'W/"a"');
    expect((await through(unchanged)).getHeader('ETag')).toEqual(['W/"a"']);
  });

  it('has the length that its response declares in digits alone', async () => {
    const codingOf = async (length: string, text: string) =>
      (await through(page(text).withHeader('Content-Length', length))).getHeaderLine(
        'Content-Encoding',
      );
    expect(await Promise.all([codingOf('5000', ''), codingOf('5', TEXT)])).toEqual(['gzip', '']);
    expect(await Promise.all([codingOf('1e9', ''), codingOf('1x', TEXT)])).toEqual(['', 'gzip']);
  });
});
