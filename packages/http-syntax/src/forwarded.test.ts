import { describe, expect, it } from '@jest/globals';
import { type ForwardedHop, parseForwarded, parseXForwarded } from './forwarded.js';

const nothing: ForwardedHop = { for: null, proto: null, host: null };

describe('parseForwarded', () => {
  it('gives the hops from the right, the nearest first', () => {
    const header =
      'for=192.0.2.60;proto=HTTPS;by=203.0.113.43;host="H.test:81", For="[2001:DB8::1]:4711"';
    expect(parseForwarded(header)).toEqual([
      { ...nothing, for: '2001:db8::1' },
      { for: '192.0.2.60', proto: 'https', host: 'h.test:81' },
    ]);
  });

  it.each([
    ['for=unknown', 'unknown'],
    ['for=_Hidden-1', '_hidden-1'],
    ['for="192.0.2.1:80"', '192.0.2.1'],
    ['for="192.0.2.1:_p"', '192.0.2.1'],
    ['by=_x', null],
    [';for=unknown;', 'unknown'],
  ])('finds who asked in %j', (header, who) => {
    expect(parseForwarded(header)).toEqual([{ ...nothing, for: who }]);
  });

  it('is empty for an empty header', () => {
    expect(parseForwarded('')).toEqual([]);
  });

  it.each([
    'for',
    'for=',
    'for=a b',
    'for="1.2.3.4',
    'for=1.2.3.4, for="',
    'for=[::1]',
    'for=host.test',
    'for=1.2.3.256',
    'for="[::g]"',
    'proto="1 2"',
    'host="a b"',
    'host="u@h"',
    'host=""',
    'x',
  ])('is null for %j', (header) => {
    expect(parseForwarded(header)).toBeNull();
  });
});

describe('parseXForwarded', () => {
  const absent = { for: '', proto: '', host: '' };

  it('matches the lists from the right', () => {
    const headers = { for: 'unknown, 10.0.0.1 ,::1', proto: 'http, https', host: 'H.test' };
    expect(parseXForwarded(headers)).toEqual([
      { for: '::1', proto: 'https', host: 'h.test' },
      { for: '10.0.0.1', proto: 'http', host: null },
      { for: 'unknown', proto: null, host: null },
    ]);
  });

  it.each([
    ['192.0.2.1:8080', '192.0.2.1'],
    ['[::1]:80', '::1'],
    ['[::1]', '::1'],
    ['2001:DB8::1', '2001:db8::1'],
  ])('finds the address in %j', (value, address) => {
    expect(parseXForwarded({ ...absent, for: value })).toEqual([{ ...nothing, for: address }]);
  });

  it('is empty when no header is there', () => {
    expect(parseXForwarded(absent)).toEqual([]);
  });

  it.each([
    { ...absent, for: '1.2.3.4,' },
    { ...absent, for: 'localhost' },
    { ...absent, for: '1.2.3.4, evil\n' },
    { ...absent, proto: 'https://' },
    { ...absent, host: 'a/b' },
    { ...absent, host: '"h.test"' },
  ])('is null for %j', (headers) => {
    expect(parseXForwarded(headers)).toBeNull();
  });
});
