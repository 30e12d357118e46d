import { describe, expect, it } from '@jest/globals';
import { keptHeaders } from './kept-headers.js';

describe('keptHeaders', () => {
  it('keeps names and values in order and case, repeated ones too', () => {
    const headers = [
      ['Content-Type', 'a/b'],
      ['link', '<a>'],
      ['X-A', ''],
      ['Link', '<b>'],
    ] as const;
    expect(keptHeaders(headers)).toEqual(headers);
  });

  it.each([
    'Connection',
    'Keep-Alive',
    'Proxy-Authenticate',
    'Proxy-Authentication-Info',
    'Proxy-Connection',
    'Proxy-Foo',
    'Transfer_Encoding',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Age',
    'Date',
    'Idempotency-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Server-Timing',
    'Set-Cookie',
    'set-cookie',
    'Set-Cookie2',
  ])('omits %s', (name) => {
    expect(keptHeaders([[name, 'a']])).toEqual([]);
  });

  it('omits the headers that Connection names, in any case', () => {
    expect(
      keptHeaders([
        ['X-Hop', '1'],
        ['X-End', '2'],
        ['Connection', 'close, x-hop'],
        ['x-other', '3'],
        ['connection', 'X-Other'],
      ]),
    ).toEqual([['X-End', '2']]);
  });
});
