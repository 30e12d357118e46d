import { describe, expect, it } from '@jest/globals';
import { headersOf, keptOnError } from './index.js';
import { HTTP_ERROR } from './symbols.js';

class OwnError extends Error {
  readonly status = 503;
  readonly headers: object = {
    'Set-Cookie': 'a=1',
    'Retry-After': '7',
    Connection: 'close',
    'Content-Length': '3',
    'content-type': 'text/html',
    'Content-Encoding': 'gzip',
    'Transfer-Encoding': 'chunked',
    'X Y': 'a\nb',
  };

  get [HTTP_ERROR](): true {
    return true;
  }
}

const foreign = (members: object): Error => Object.assign(new Error('x'), members);

describe('headersOf', () => {
  it('omits headers of an upstream server about its connection, body and cookies', () => {
    const headers = {
      'Set-Cookie': 'session=1',
      'content-length': '3',
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
      'Keep-Alive': 'timeout=5',
      'Proxy-Connection': 'close',
      'Content-Type': 'text/html',
      'Content-Encoding': 'gzip',
      Trailer: 'X-Sum',
      TE: 'trailers',
      'Proxy-Authenticate': 'Basic',
      'Proxy-Authentication-Info': 'nextnonce="a"',
      Expect: 'a',
      'HTTP2-Settings': 'a',
      Proxy_Authenticate: 'Basic',
      'Retry-After': '7',
    };
    expect(headersOf(foreign({ status: 503, headers }))).toEqual([['Retry-After', '7']]);
  });

  it.each([
    ['of an object', { connection: 'X-Hop, close', 'X-Hop': '1', 'X-Kept': '2', undefined: '3' }],
    ['in a list', { 'X-Hop': '1', X_HOP: '1', Connection: ['close', 'x-hop'], 'X-Kept': '2' }],
    ['of Headers', new Headers({ Connection: 'x-hop', 'X-Hop': '1', 'x-kept': '2' })],
    [
      'of an iterator',
      new Map(Object.entries({ 'X-Hop': 1, Connection: 'X-Hop', 'X-Kept': 2 })).entries(),
    ],
  ])('omits those that the Connection of an upstream server names, %s', (_, headers) => {
    const kept = headersOf(foreign({ status: 503, headers })).map(([name]) => name.toLowerCase());
    expect(kept.filter((name) => name !== 'undefined')).toEqual(['x-kept']);
    expect(kept.includes('undefined')).toBe('undefined' in headers);
  });

  it('keeps Upgrade, which a 426 must have', () => {
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
    expect(headersOf(foreign({ status: 426, headers }))).toEqual([['Upgrade', 'websocket']]);
  });

  it.each(['café€', 'a\r\nb', '\0', '\x1f', '\x7f', '\u0100'])(
    'omits the value %j, which cannot be sent',
    (value) => {
      const headers = { 'X-Upstream': value, 'bad name': '1', 'Retry-After': '7' };
      expect(headersOf(foreign({ status: 429, headers }))).toEqual([['Retry-After', '7']]);
    },
  );

  it.each(['', '\t', ' ~', '\x80\xff'])('keeps the value %j', (value) => {
    const headers = { 'X-Upstream': value };
    expect(headersOf(foreign({ status: 429, headers }))).toEqual([['X-Upstream', value]]);
  });

  it('keeps those of an error for the client as they are, but for those about a body', () => {
    expect(headersOf(new OwnError())).toEqual([
      ['Set-Cookie', 'a=1'],
      ['Retry-After', '7'],
      ['Connection', 'close'],
      ['X Y', 'a\nb'],
    ]);
  });

  it.each([
    ['numbers', { 'Retry-After': 7 }, [['Retry-After', '7']]],
    [
      'lists',
      { Link: ['<a>', '<b>'] },
      [
        ['Link', '<a>'],
        ['Link', '<b>'],
      ],
    ],
    ['Headers', new Headers({ allow: 'GET' }), [['allow', 'GET']]],
    ['a Map', new Map([['Allow', 'GET']]), [['Allow', 'GET']]],
    ['values that are not strings', { A: null, B: undefined, C: {} }, []],
    ['no record', 'Allow: GET', []],
    ['null', null, []],
  ])('reads %s', (_kind, headers, pairs) => {
    expect(headersOf(foreign({ status: 405, headers }))).toEqual(pairs);
  });

  it('is empty for an error without a status, which is a server error', () => {
    expect(headersOf(foreign({ headers: { Allow: 'GET' } }))).toEqual([]);
  });
});

describe('keptOnError', () => {
  it.each([
    'Cache-Control',
    'Expires',
    'ETag',
    'Last-Modified',
    'Accept-Ranges',
    'Content-Type',
    'Content-Length',
    'Content-Encoding',
    'Content-Language',
    'Content-Location',
    'Content-Range',
    'Content-Disposition',
    'Content-Digest',
    'Repr-Digest',
  ])('drops %s, in any case', (name) => {
    const names = [name, name.toLowerCase(), name.toUpperCase()];
    expect(names.map((each) => keptOnError(each, 'public'))).toEqual([null, null, null]);
  });

  it.each(['Content-Security-Policy', 'Set-Cookie', 'Vary', 'Access-Control-Allow-Origin'])(
    'keeps %s',
    (name) => {
      expect(keptOnError(name, 'private')).toBe('private');
    },
  );

  it.each<[string, string | null]>([
    ['private, no-store', 'private, no-cache'],
    ['max-age=60,Private', 'private, no-cache'],
    ['private="x-user"', 'private, no-cache'],
    ['max-age=0, \tno-store', 'private, no-cache'],
    ['no-cache', null],
    ['public, max-age=31536000, immutable', null],
    ['x-private', null],
    ['private-ish', null],
  ])('keeps of Cache-Control: %s only that it is for one user: %s', (value, kept) => {
    expect(keptOnError('cache-control', value)).toBe(kept);
  });
});
