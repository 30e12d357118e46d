import { describe, expect, it } from '@jest/globals';
import { parseRequestUrl } from './request-url.js';

describe('parseRequestUrl', () => {
  it.each([
    ['http://a', 'http', 'a', '/'],
    ['http://a?b', 'http', 'a', '/?b'],
    ['http://a#b', 'http', 'a', '/'],
    ['https://a:81/b?c#d', 'https', 'a:81', '/b?c'],
    ['https://a:81/b#/d?e', 'https', 'a:81', '/b'],
    ['https://a:81/', 'https', 'a:81', '/'],
    ['https://a:81#b', 'https', 'a:81', '/'],
    ['https://a:8/b', 'https', 'a:8', '/b'],
    ['data:text/plain,a', '', '', 'data:text/plain,a'],
    ['about:blank//a', '', '', 'about:blank//a'],
    ['https://a:8//b', 'https', 'a:8', '//b'],
  ])('splits %s, whatever was split before', (url, scheme, authority, target) => {
    for (let times = 0; times < 2; times++) {
      expect(parseRequestUrl(url)).toMatchObject({ scheme, authority, target });
    }
  });
});
