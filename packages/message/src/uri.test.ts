import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

const createUri = (text?: string) => factories.createUri(text);

describe('createUri', () => {
  it.each([
    [
      'HTTP://User:Pa%20ss@Example.TEST:8080/a/../b//c?x=1&y#f',
      'http://User:Pa%20ss@example.test:8080/a/../b//c?x=1&y#f',
    ],
    ['http://h.test:80/', 'http://h.test/'],
    ['https://h.test:443', 'https://h.test'],
    ['http://h.test:/', 'http://h.test/'],
    ['http://[2001:DB8::1]:81/', 'http://[2001:db8::1]:81/'],
    ['http://bücher.test/é?ü#ß', 'http://xn--bcher-kva.test/%C3%A9?%C3%BC#%C3%9F'],
    ['http://ａ%41.test/', 'http://aa.test/'],
    ['/%41%2f%zz', '/%41%2f%25zz'],
    ['http://a@b@c/', 'http://a%40b@c/'],
    ['http://u:p:q@h/', 'http://u:p:q@h/'],
    ['file:///etc/hosts', 'file:/etc/hosts'],
    ['mailto:joe@x.test', 'mailto:joe@x.test'],
    ['//h.test', '//h.test'],
    ['?', ''],
  ])('reads %s as %s', (text, normal) => {
    expect(String(createUri(text))).toBe(normal);
  });

  it.each([
    ['1a://h', 'URI_SCHEME_INVALID'],
    ['http://', 'URI_HOST_INVALID'],
    ['http:///x', 'URI_HOST_INVALID'],
    ['//', 'URI_HOST_INVALID'],
    ['http://u@/x', 'URI_HOST_INVALID'],
    ['http://a b/', 'URI_HOST_INVALID'],
    ['http://a\\b/', 'URI_HOST_INVALID'],
    ['http://[::1/', 'URI_HOST_INVALID'],
    ['http://[::g]/', 'URI_HOST_INVALID'],
    ['http://é /', 'URI_HOST_INVALID'],
    ['http://%2f/', 'URI_HOST_INVALID'],
    ['http://h\n/', 'URI_HOST_INVALID'],
    ['http://h:65536', 'URI_PORT_INVALID'],
    ['http://h:-1', 'URI_PORT_INVALID'],
    ['http://h:8a', 'URI_PORT_INVALID'],
    ['/a\0', 'URI_PATH_INVALID'],
    ['file:////x', 'URI_PATH_INVALID'],
    ['?\r\n', 'URI_INVALID'],
    ['#\x7f', 'URI_INVALID'],
    [5, 'URI_INVALID'],
  ])('refuses %j with %s', (text, code) => {
    expect(() => createUri(text as string)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a URI', () => {
  it('can be converted to a URL and back', () => {
    const url = new URL('https://user:p%40ss@h.test:8443/a%20b?c=d#e');
    expect(new URL(String(createUri(url.href))).href).toBe(url.href);
  });

  it('also drops a default port when the scheme is set', () => {
    expect(createUri('//h:443').withScheme('https').getPort()).toBeNull();
  });

  it('prepends its base path to the path, and returns the path without it', () => {
    const uri = createUri('http://h.test/books?x').withBasePath('/app v2/');
    expect([uri.getBasePath(), uri.getPath(), uri.getBaseUrl(), String(uri)]).toEqual([
      '/app%20v2',
      '/books',
      'http://h.test/app%20v2',
      'http://h.test/app%20v2/books?x',
    ]);
    expect(String(uri.withPath('rootless'))).toBe('http://h.test/app%20v2/rootless?x');
    expect(String(uri.withPath(''))).toBe('http://h.test/app%20v2?x');
    expect(uri.withBasePath('///').getBasePath()).toBe('');
  });

  it.each([
    ['http://h.test', 'http://h.test'],
    ['//h.test:81/x', '//h.test:81'],
    ['http:/x', 'http:'],
    ['/x', ''],
  ])('%s has the base URL %s', (text, baseUrl) => {
    expect(createUri(text).getBaseUrl()).toBe(baseUrl);
  });

  it.each(['x', 'a/b', 'x\0'])('refuses the base path %j', (basePath) => {
    expect(() => createUri().withBasePath(basePath)).toThrow(
      expect.objectContaining({ code: 'URI_PATH_INVALID' }),
    );
  });

  it.each([
    ['//evil.test/x', '', '/evil.test/x'],
    ['//evil.test/x', 'http', 'http:/evil.test/x'],
    ['a:b', '', './a:b'],
    ['a:b', 'urn', 'urn:a:b'],
    ['a/b:c', '', 'a/b:c'],
  ])('never reads back as another: path %s under scheme "%s"', (path, scheme, text) => {
    expect(String(createUri().withPath(path).withScheme(scheme))).toBe(text);
  });

  it('keeps user info apart from its delimiters', () => {
    expect(createUri('//h').withUserInfo('a:b@c', 'd:e/f').getUserInfo()).toBe(
      'a%3Ab%40c:d%3Ae%2Ff',
    );
    expect(createUri('//u:p@h').withUserInfo('', 'p').getUserInfo()).toBe('');
  });

  it.each([
    ['withScheme', 'h\n', 'URI_SCHEME_INVALID'],
    ['withHost', 'h:80', 'URI_HOST_INVALID'],
    ['withHost', 'u@h', 'URI_HOST_INVALID'],
    ['withHost', '::1', 'URI_HOST_INVALID'],
    ['withHost', '[::1%25eth0]', 'URI_HOST_INVALID'],
    ['withPort', 1.5, 'URI_PORT_INVALID'],
    ['withPort', '80', 'URI_PORT_INVALID'],
    ['withPath', '/\n', 'URI_PATH_INVALID'],
    ['withQuery', 5, 'URI_INVALID'],
    ['withFragment', null, 'URI_INVALID'],
  ] as const)('%s refuses %j with %s', (method, value, code) => {
    const uri = createUri('http://h.test/');
    const change = uri[method].bind(uri) as (value: unknown) => unknown;
    expect(() => change(value)).toThrow(expect.objectContaining({ code, value }));
    expect(String(uri)).toBe('http://h.test/');
  });

  it('shows a malformed port, unless it can be part of a password', () => {
    expect(() => createUri('//h:80x/')).toThrow('received "80x"');
    expect(() => createUri('//u:pass/word@h')).toThrow('received "***"');
  });
});
