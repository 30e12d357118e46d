import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { outerPath } from './outer-path.js';

/** A request as an outer application passes it on. */
const pathOf = (url: string | undefined, added: object = {}) =>
  outerPath(Object.assign(new IncomingMessage(new Socket()), { url, ...added }));

describe('the path that an outer application has removed', () => {
  it.each<[string, string, object, string]>([
    ['nothing', '/a', {}, ''],
    ['what Express says', '/b', { baseUrl: '/a' }, '/a'],
    ['what Express says, canonical', '/b', { baseUrl: '/%61/' }, '/a'],
    ['nothing, says Express', '/a/b', { baseUrl: '', originalUrl: '/x/a/b' }, ''],
    ['nothing, if Express says "a"', '/b', { baseUrl: 'a' }, ''],
    [
      'what Connect says, if Express says a number',
      '/b',
      { baseUrl: 1, originalUrl: '/a/b' },
      '/a',
    ],
    ['what is missing from the end of the original', '/b?c', { originalUrl: '/a/b?c' }, '/a'],
    ['several segments', '/c', { originalUrl: '/a/b/c' }, '/a/b'],
    ['nothing, if the original is the same', '/a', { originalUrl: '/a' }, ''],
    ['nothing, if only the query was changed', '/a', { originalUrl: '/a?b' }, ''],
    ['nothing, if the original is a number', '/a', { originalUrl: 7 }, ''],
    ['the whole path, of which Connect leaves a slash', '/', { originalUrl: '/a' }, '/a'],
    ['the whole path, before a query', '/?b', { originalUrl: '/a?b' }, '/a'],
    ['the path up to its last slash', '/', { originalUrl: '/a/' }, '/a'],
    ['nothing, if the rest is another path', '/x', { originalUrl: '/a/b' }, ''],
    ['the path of an absolute target', '/b', { originalUrl: 'http://h.test/a/b' }, '/a'],
    ['the same of two absolute ones', 'http://h/b', { originalUrl: 'http://h/a/b' }, '/a'],
    ['nothing, if it begins with two slashes', '/b', { originalUrl: '//a/b' }, ''],
    ['nothing, if it goes up', '/b', { originalUrl: '/a/../b' }, ''],
  ])('is %s', (_, url, added, path) => {
    expect(pathOf(url, added)).toBe(path);
  });

  it('is empty for a request without a target', () => {
    expect(pathOf(undefined)).toBe('');
  });
});
