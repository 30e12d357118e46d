import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

const createUri = (text?: string) => factories.createUri(text);
const uri = createUri('http://h.test/');

// What a developer reads in a log: the refused part, its value and what was expected.
describe('the error of a URI says which part is invalid', () => {
  const control = 'a string without control characters';
  const scheme = 'a letter, then letters, digits, "+", "." and "-"';
  const host = 'a name, an IPv4 address, or an IPv6 address in brackets';
  const port = 'an integer from 0 to 65535';

  it.each<[act: () => unknown, message: string]>([
    [() => createUri(5 as never), 'invalid URI: received 5; expected a string'],
    [() => createUri('1a:'), `invalid scheme: received "1a"; expected ${scheme}`],
    [() => createUri('//[x'), `invalid host: received "[x"; expected ${host}`],
    [() => createUri('//\u00e9 '), `invalid host: received "\u00e9 "; expected ${host}`],
    [() => createUri('//h:x'), `invalid port: received "x"; expected ${port}`],
    [() => createUri('//h:123456'), `invalid port: received "123456"; expected ${port}`],
    [() => createUri('//h:65536'), `invalid port: received 65536; expected ${port}`],
    [() => createUri('http://'), 'invalid URI: received ""; expected a host after "//"'],
    [() => createUri('//u:p@'), 'invalid URI: received "***@"; expected a host after "//"'],
    [() => createUri('//:81'), 'invalid URI: received ":81"; expected a host after "//"'],
    [
      () => createUri('x:////y'),
      'invalid path: received "//y"; expected no leading "//" without a host',
    ],
    [() => createUri('/\n'), `invalid path: received "/\\n"; expected ${control}`],
    [() => createUri('?\n'), `invalid query: received "***"; expected ${control}`],
    [() => createUri('#\n'), `invalid fragment: received "***"; expected ${control}`],
    [() => createUri('//u\n@h'), `invalid user info: received "***"; expected ${control}`],
    [() => uri.withUserInfo('u', 'p\n'), `invalid user info: received "***"; expected ${control}`],
    [
      () => uri.withBasePath('x'),
      'invalid base path: received "x"; expected "" or a path that begins with "/"',
    ],
    [() => uri.withQuery(5 as never), 'invalid query: received 5; expected a string'],
    [() => uri.withFragment(5 as never), 'invalid fragment: received 5; expected a string'],
  ])('%#', (act, message) => {
    expect(act).toThrow(expect.objectContaining({ message }));
  });

  it.each(['/a@b', '?a@b', '#a@b'])('but no port that can be part of a password: %s', (rest) => {
    expect(() => createUri(`//u:secret${rest}`)).toThrow(
      expect.objectContaining({ message: `invalid port: received "***"; expected ${port}` }),
    );
  });
});

describe('the limits of the parts of a URI', () => {
  it.each([
    ['//h:0', 0],
    ['//h:65535', 65_535],
    ['//h:00080', 80],
    ['http://h:00080', null],
    ['ws://h:80', null],
    ['wss://h:443', null],
    ['wss://h:80', 80],
    ['x://h:80', 80],
  ])('the port of %s is %j', (text, port) => {
    expect(createUri(text).getPort()).toBe(port);
  });

  it.each(['x:///etc', 'x:///', 'x://'])('an authority can be empty: %s', (text) => {
    expect(createUri(text).getAuthority()).toBe('');
  });

  it.each(['http:///x', 'https:///', 'HTTP:///x', 'ws:///x', 'wss:///x', '///x'])(
    'an authority cannot be empty: %s',
    (text) => {
      expect(() => createUri(text)).toThrow(expect.objectContaining({ code: 'URI_HOST_INVALID' }));
    },
  );

  it.each([
    ['//a@b@h', 'a%40b', 'h'],
    ['//@h', '', 'h'],
    ['//:@h', ':', 'h'],
    ['//a:b:c@h', 'a:b:c', 'h'],
    ['//a%40%zz@h', 'a%40%25zz', 'h'],
    ['//u@[::1]', 'u', '[::1]'],
  ])('%s has the user info %j and the host %j', (text, userInfo, host) => {
    const read = createUri(text);
    expect([read.getUserInfo(), read.getHost()]).toEqual([userInfo, host]);
  });

  it.each(['//\u00fc/', '//\u00fc.test', '//%c3%bc', '//x%2d'])('%s has an ASCII host', (text) => {
    expect(createUri(text).getHost()).toMatch(/^[a-z.-][\w.-]*$/);
  });

  it.each(['//\u00fc_ ', '//\u00fc\\', '//\u00fc[', '//%', '//%zz', '//%00', '//%2f', '//\u00fc"'])(
    '%j has no host that is valid',
    (text) => {
      expect(() => createUri(text)).toThrow(expect.objectContaining({ code: 'URI_HOST_INVALID' }));
    },
  );
});
