import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { currentUrl } from './index.js';

describe.each(implementations)('currentUrl with %s', (_, factories) => {
  it.each([
    ['https://h.test', '', '/'],
    ['https://h.test/a%20b?c=d#e', '', '/a%20b'],
    ['https://h.test/?c', '', '/'],
    ['https://h.test/a', '/shop', '/shop/a'],
    ['https://h.test//evil.test/a', '', '/.//evil.test/a'],
    ['https://h.test//evil.test/a', '/shop', '/shop//evil.test/a'],
  ])('returns the local path of %s below %j', (text, basePath, expected) => {
    const uri = factories.createUri(text).withBasePath(basePath);
    expect(currentUrl(uri)).toBe(expected);
    expect(new URL(expected, 'https://h.test').host).toBe('h.test');
  });

  it.each([
    ['https://h.test/a?b=c', '/a?b=c'],
    ['https://h.test/a', '/a'],
  ])('appends the query of %s', (text, expected) => {
    expect(currentUrl(factories.createUri(text), true)).toBe(expected);
  });
});
