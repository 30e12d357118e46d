import { expect, it } from '@jest/globals';
import { contentTypeHeaders } from './content-type-headers.js';

it('headers of a content type are kept for the first 32 types, and right for all', () => {
  const types = ['application/json', ...Array.from({ length: 40 }, (_, index) => `a/${index}`)];
  const first = types.map(contentTypeHeaders);
  for (const [index, type] of types.entries()) {
    expect([...new Headers(first[index])]).toEqual([['content-type', type]]);
    expect([...new Headers(contentTypeHeaders(type))]).toEqual([['content-type', type]]);
  }
  const kept = types.filter((type, index) => contentTypeHeaders(type) === first[index]);
  expect(kept).toEqual(types.slice(0, 32));
});

it('headers are an object for JSON only, which has a fast path on Deno', () => {
  expect(contentTypeHeaders('application/json')).toEqual({ 'Content-Type': 'application/json' });
  expect(contentTypeHeaders('a/0')).toBeInstanceOf(Headers);
});
