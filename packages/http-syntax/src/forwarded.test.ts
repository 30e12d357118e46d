import { describe, expect, it } from '@jest/globals';
import { type ForwardedHop, parseForwarded, parseXForwarded } from './forwarded.js';

const nothing: ForwardedHop = { for: null, proto: null, host: null };

describe('parseForwarded', () => {
  it('returns the hops from right to left, the nearest first', () => {
    const header =
      'for=192.0.2.60;proto=HTTPS;by=203.0.113.43;host="H.test:81", For="[2001:DB8::1]:4711"';
    expect(parseForwarded(header)).toEqual([
      { ...nothing, for: '2001:db8::1' },
      { for: '192.0.2.60', proto: 'https', host: 'h.test:81' },
    ]);
  });

  it.each([
    ['for=unknown', 'unknown'],
    ['for=UNKNOWN', 'unknown'],
    ['for="_"', null],
    ['for=_Hidden-1', '_hidden-1'],
    ['for="192.0.2.1:80"', '192.0.2.1'],
    ['for="192.0.2.1:_p"', '192.0.2.1'],
    ['by=_x', null],
    [';for=unknown;', 'unknown'],
  ])('finds the client in %j', (header, who) => {
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
    'for=[::1]',
    'for=host.test',
    'for=1.2.3.256',
    'for="[::g]"',
    'proto="1 2"',
    'host="a b"',
    'host="u@h"',
    'host=""',
    'x',
  ])('has an empty hop for %j', (header) => {
    expect(parseForwarded(header)).toEqual([nothing]);
  });

  it.each(['nonsense', 'for="', 'for="x\\', '"', 'for=1.2.3.4", "', 'host="a, b', '\\'])(
    "reads what a proxy added to the client's own %j",
    (sent) => {
      const added = 'for="[2001:db8::1]:80";proto=https;host="h.test"';
      expect(parseForwarded(`${sent}, for=10.0.0.1, ${added}`).slice(0, 2)).toEqual([
        { for: '2001:db8::1', proto: 'https', host: 'h.test' },
        { ...nothing, for: '10.0.0.1' },
      ]);
    },
  );

  it('does not split at commas and escaped quotes inside quotes', () => {
    const header = 'for=1.2.3.4;by="a, \\"b\\", c", for=5.6.7.8';
    expect(parseForwarded(header).map((hop) => hop.for)).toEqual(['5.6.7.8', '1.2.3.4']);
  });

  it('ends a quoted value at a quote after an escaped backslash', () => {
    const header = 'for=1.2.3.4;by="a, b\\\\", for=5.6.7.8';
    expect(parseForwarded(header).map((hop) => hop.for)).toEqual(['5.6.7.8', '1.2.3.4']);
  });

  it('stops at the first element that cannot be parsed', () => {
    const hops = parseForwarded('for=1.2.3.4, for, for=5.6.7.8');
    expect(hops.map((hop) => hop.for)).toEqual(['5.6.7.8', null]);
  });
});

describe('parseXForwarded', () => {
  const absent = { for: '', proto: '', host: '' };

  it('aligns the lists at their right ends', () => {
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

  it.each([
    ['88.88.88.88,', 'https,', 'b.test,'],
    ['88.88.88.88, ,', ' https , ,\t', 'b.test ,'],
    ['88.88.88.88', 'https,', 'b.test,,'],
  ])('ignores empty members at the end: %j, %j, %j', (sent, proto, host) => {
    expect(parseXForwarded({ for: sent, proto, host })).toEqual([
      { for: '88.88.88.88', proto: 'https', host: 'b.test' },
    ]);
  });

  it('is one hop without information for lists of empty members', () => {
    expect(parseXForwarded({ for: ',', proto: '', host: ', ,' })).toEqual([nothing]);
  });

  it('keeps the alignment with empty members before others', () => {
    expect(parseXForwarded({ ...absent, for: '1.1.1.1,,2.2.2.2,', proto: 'http, https' })).toEqual([
      { for: '2.2.2.2', proto: 'https', host: null },
      { for: null, proto: 'http', host: null },
      { ...nothing, for: '1.1.1.1' },
    ]);
  });

  it('is empty if no header is present', () => {
    expect(parseXForwarded(absent)).toEqual([]);
  });

  it.each(['', 'localhost', 'evil\n', '1.2.3.4:80:80', '[::1', '"::1"'])(
    'has an empty hop for %j, and keeps what a proxy added',
    (sent) => {
      expect(parseXForwarded({ ...absent, for: `${sent}, 1.2.3.4` })).toEqual([
        { ...nothing, for: '1.2.3.4' },
        nothing,
      ]);
    },
  );

  it.each([
    { proto: 'https://', host: 'h.test' },
    { proto: '', host: 'h.test' },
    { proto: 'https', host: 'a/b' },
    { proto: 'https', host: '"h.test"' },
  ])('keeps the address if another part is malformed: %j', (headers) => {
    const [hop] = parseXForwarded({ ...headers, for: '1.2.3.4' });
    expect([hop?.for, Object.values(hop ?? {}).includes(null)]).toEqual(['1.2.3.4', true]);
  });
});
