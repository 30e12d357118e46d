import { afterEach, describe, expect, it, jest } from '@jest/globals';
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

describe('headers are an object only where that is a fast path', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Deno');
  });

  it.each([
    ['JSON on Deno', true, 'application/json', true],
    ['another type on Deno', true, 'a/0', false],
    ['JSON on another platform', false, 'application/json', false],
  ])('%s', async (_, isDeno, type, isObject) => {
    jest.resetModules();
    if (isDeno) Object.defineProperty(globalThis, 'Deno', { value: {}, configurable: true });
    const fresh = await import('./content-type-headers.js');
    const headers = fresh.contentTypeHeaders(type);
    expect(headers instanceof Headers).toBe(!isObject);
    expect([...new Headers(headers)]).toEqual([['content-type', type]]);
  });
});
