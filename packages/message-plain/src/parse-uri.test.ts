import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

const createUri = (text?: string) => factories.createUri(text);

describe('createUri', () => {
  it.each([
    ['http:///x', 'URI_HOST_INVALID'],
    ['HTTP:///x', 'URI_HOST_INVALID'],
    ['wss://', 'URI_HOST_INVALID'],
    ['//', 'URI_HOST_INVALID'],
    ['///x', 'URI_HOST_INVALID'],
    ['//u@', 'URI_HOST_INVALID'],
    ['//:81', 'URI_HOST_INVALID'],
    ['x:////y', 'URI_PATH_INVALID'],
    ['//h:123456', 'URI_PORT_INVALID'],
    ['//h:000080', 'URI_PORT_INVALID'],
    ['//h:65536', 'URI_PORT_INVALID'],
    ['//[::1]x', 'URI_HOST_INVALID'],
    ['//\u00fc ', 'URI_HOST_INVALID'],
    ['//%zz', 'URI_HOST_INVALID'],
    ['//%2f', 'URI_HOST_INVALID'],
  ])('refuses %j with %s', (text, code) => {
    expect(() => createUri(text)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['x:///etc', 'x:/etc'],
    ['x://', 'x:'],
    ['//h:00080', '//h:80'],
    ['//h:65535', '//h:65535'],
    ['http://h:00080', 'http://h'],
    ['//a@b@h', '//a%40b@h'],
    ['//:@h', '//:@h'],
    ['//a:b:c@h', '//a:b:c@h'],
    ['//%48', '//h'],
    ['//\u00fc', '//xn--tda'],
    ['#a\u2028b', '#a%E2%80%A8b'],
  ])('reads %j as %j', (text, normal) => {
    expect(String(createUri(text))).toBe(normal);
  });

  it.each([
    ['//u:s3cret@h:x', 'URI_PORT_INVALID'],
    ['//u:s3cret/@h', 'URI_PORT_INVALID'],
    ['//u:s3cret@', 'URI_HOST_INVALID'],
    ['//u:s3cret\n@h', 'URI_INVALID'],
  ])('hides what can be a password: %j', (text, code) => {
    expect(() => createUri(text)).toThrow(
      expect.objectContaining({
        code,
        value: '***',
        message: expect.not.stringContaining('s3cret') as unknown,
      }),
    );
  });
});

describe('a URI', () => {
  it.each([
    ['/a', '/a'],
    ['/a///', '/a'],
    ['///', ''],
    ['//a//', '//a'],
  ])('has of the base path %j the part %j', (given, basePath) => {
    expect(createUri().withBasePath(given).getBasePath()).toBe(basePath);
  });

  it('keeps a default port of no scheme', () => {
    expect(createUri('x://h:80').getPort()).toBe(80);
    expect(createUri('//h:80').withScheme('HTTP').getPort()).toBeNull();
  });
});
