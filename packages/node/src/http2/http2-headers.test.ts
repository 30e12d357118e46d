import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { connect } from 'node:http2';
import { outgoingHeaders, requestFields, sendable } from './http2-headers.js';

describe('requestFields', () => {
  const pseudo = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'a'];

  it.each<[string, string[], string[]]>([
    ['has no pseudo-headers, and the authority as Host in its place', pseudo, ['host', 'a']],
    ['has a Host that equals the authority once', [...pseudo, 'host', 'a'], ['host', 'a']],
    [
      'has a Host that differs from the authority beside it',
      [...pseudo, 'host', 'b'],
      ['host', 'a', 'host', 'b'],
    ],
    ['has a Host without an authority', [':path', '/', 'host', 'b'], ['host', 'b']],
    [
      'has repeated headers in order',
      [...pseudo, 'x-a', '1', 'x-b', '2', 'x-a', '3'],
      ['host', 'a', 'x-a', '1', 'x-b', '2', 'x-a', '3'],
    ],
    [
      'has all cookies in the place of the first',
      [...pseudo, 'cookie', 'a=1', 'x-a', '1', 'cookie', 'b=2', 'cookie', 'c=3', 'x-b', '2'],
      ['host', 'a', 'cookie', 'a=1; b=2; c=3', 'x-a', '1', 'x-b', '2'],
    ],
    ['has cookies that are the first header', ['cookie', 'a', 'cookie', 'b'], ['cookie', 'a; b']],
    [
      'has an authority that is the value of another header',
      [...pseudo, 'x', 'a'],
      ['host', 'a', 'x', 'a'],
    ],
  ])('%s', (_, raw, list) => {
    expect(requestFields(raw).list).toEqual(list);
  });

  it('counts each name, value, colon, space and line end, of pseudo-headers and repeated ones too', () => {
    expect(requestFields([]).bytes).toBe(0);
    expect(requestFields([':path', '/ab']).bytes).toBe(5 + 3 + 4);
    const raw = [':authority', 'a', 'host', 'a', 'cookie', 'b=1', 'cookie', 'c=22'];
    expect(requestFields(raw).bytes).toBe(15 + 9 + 13 + 14);
  });
});

it('sendable joins the values of a header exactly if Node refuses to repeat it', () => {
  const names = `access-control-allow-credentials access-control-max-age access-control-request-method
    age authorization content-encoding content-language content-location content-md5 content-range
    content-type date dnt etag expires from host if-match if-modified-since if-none-match if-range
    if-unmodified-since last-modified location max-forwards proxy-authorization range referer
    retry-after tk upgrade-insecure-requests user-agent x-content-type-options
    accept allow cache-control link priority server-timing set-cookie vary via warning www-authenticate`;
  const session = connect('http://a.test', { createConnection: () => new PassThrough() });
  session.on('error', () => undefined);
  const isRefused = (name: string) => {
    try {
      session.request({ [name]: ['a', 'b'] }).on('error', () => undefined);
      return false;
    } catch {
      return true;
    }
  };
  const outcomes = names.split(/\s+/).map((name) => [name, isRefused(name)]);
  session.destroy();
  expect(outcomes).toEqual(
    names.split(/\s+/).map((name) => [name, sendable<unknown>(name, ['a', 'b']) === 'a, b']),
  );
});

describe('outgoingHeaders', () => {
  it('has names in lower case, and all values of a repeated one in order', () => {
    const list = [
      'X-A',
      '1',
      'Link',
      '</a>',
      'x-a',
      '2',
      'link',
      '</b>',
      'LINK',
      '</c>',
      'X-B',
      '3',
    ];
    expect({ ...outgoingHeaders(list) }).toEqual({
      'x-a': ['1', '2'],
      link: ['</a>', '</b>', '</c>'],
      'x-b': '3',
    });
  });

  it('has no headers of the connection, in any case of their names', () => {
    const dropped = [
      'Connection',
      'HTTP2-Settings',
      'Keep-Alive',
      'Proxy-Connection',
      'TE',
      'Transfer-Encoding',
      'Upgrade',
    ];
    const list = dropped.flatMap((name) => [name, 'x', name.toLowerCase(), 'y']);
    expect({ ...outgoingHeaders(['Trailer', 't', ...list, 'Via', 'v']) }).toEqual({
      trailer: 't',
      via: 'v',
    });
  });

  it('has a header that is named like a member of objects', () => {
    const headers = outgoingHeaders(['__proto__', 'a', 'Constructor', 'b']);
    expect(Object.entries(headers)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});
