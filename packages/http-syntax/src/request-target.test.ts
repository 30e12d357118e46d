import { describe, expect, it } from '@jest/globals';
import { parseRequestTarget } from './request-target.js';

describe('parseRequestTarget', () => {
  it.each([
    ['/', '/', ''],
    ['/a/b?c=d&e=/?', '/a/b', 'c=d&e=/?'],
    ['/a?', '/a', ''],
    ['//h.test/x', '//h.test/x', ''],
    ['/http://x', '/http://x', ''],
    ['/\u00c3\u00a9', '/\u00c3\u00a9', ''],
  ])('reads %j as the origin form', (target, path, query) => {
    expect(parseRequestTarget('GET', target)).toEqual({ form: 'origin', path, query });
  });

  it.each([
    ['http://H.test', 'h.test', null, '/', ''],
    ['HTTP://h:81/a?b', 'h', 81, '/a', 'b'],
    ['http://[::1]?x', '[::1]', null, '/', 'x'],
    ['http://h//a', 'h', null, '//a', ''],
  ])('reads %j as the absolute form', (target, host, port, path, query) => {
    const authority = { host, port };
    const read = { form: 'absolute', scheme: 'http', authority, path, query };
    expect(parseRequestTarget('GET', target)).toEqual(read);
  });

  it('reads only the authority form for CONNECT', () => {
    const authority = { host: 'h.test', port: 443 };
    expect(parseRequestTarget('CONNECT', 'h.test:443')).toEqual({ form: 'authority', authority });
    for (const target of ['h.test', '/a', '*', 'http://h/', 'u@h:1']) {
      expect(parseRequestTarget('CONNECT', target)).toBeNull();
    }
  });

  it('reads the asterisk only for OPTIONS', () => {
    expect(parseRequestTarget('OPTIONS', '*')).toEqual({ form: 'asterisk' });
    expect(parseRequestTarget('GET', '*')).toBeNull();
  });

  it.each([
    '',
    'a',
    '?a',
    '/a#b',
    '#',
    '/a b',
    '/a\n',
    '/\0',
    '/\u007f',
    'http:',
    'http:/a',
    'http://',
    'http:///a',
    'http://u@h/',
    'http://h:x/',
    '1http://h/',
    '**',
    'h.test:443',
  ])('refuses %j', (target) => {
    expect(parseRequestTarget('GET', target)).toBeNull();
  });
});
