import { describe, expect, it } from '@jest/globals';
import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile, soup } from '../test/properties.js';
import { type Authority, defaultPort, parseAuthority, parseHost } from './authority.js';

describe('parseAuthority', () => {
  it.each<[string, Authority]>([
    ['h.test', { host: 'h.test', port: null }],
    ['H.Test:8080', { host: 'h.test', port: 8080 }],
    ['h:', { host: 'h', port: null }],
    ['h:0', { host: 'h', port: 0 }],
    ['h:00080', { host: 'h', port: 80 }],
    ['h:65535', { host: 'h', port: 65535 }],
    ['127.0.0.1:1', { host: '127.0.0.1', port: 1 }],
    ['[::1]', { host: '[::1]', port: null }],
    ['[FE80::A]:443', { host: '[fe80::a]', port: 443 }],
    ['[1:2:3:4:5:6:7::]', { host: '[1:2:3:4:5:6:7::]', port: null }],
    ['[::2:3:4:5:6:7:8]', { host: '[::2:3:4:5:6:7:8]', port: null }],
    ['h_t%C3%a9', { host: 'h_t%c3%a9', port: null }],
  ])('reads %j', (text, authority) => {
    expect(parseAuthority(text)).toEqual(authority);
  });

  it('reads an IPv6 address of 45 characters, the maximum', () => {
    const host = '[abcd:abcd:abcd:abcd:abcd:abcd:192.168.158.190]';
    expect(host).toHaveLength(45 + '[]'.length);
    expect(parseAuthority(`${host}:1`)).toEqual({ host, port: 1 });
  });

  it.each([
    '[1:2:3:4:5:6:7:8::]',
    '[::1:2:3:4:5:6:7:8]',
    '[1:2:3:4::5:6:7:8]',
    '',
    ':',
    ':80',
    'a@b',
    'u:p@h',
    'h:65536',
    'h:000080',
    'h:-1',
    'h:+1',
    'h:8a',
    'h:80:80',
    'h\n',
    'h:80\n',
    'h ',
    ' h',
    'a b',
    'h\0',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'a,b c',
    'é.test',
    'h%',
    'h%2',
    'h%2g',
    'h%zz',
    '::1',
    '[::1',
    '::1]',
    '[]',
    '[::1]x',
    '[::1]]',
    '[[::1]',
    '[fe80::1%25eth0]',
    '[v1.x]',
    'a<b>',
  ])('refuses %j', (text) => {
    expect(parseAuthority(text)).toBeNull();
  });

  it("agrees with the platform's URL on host and port wherever both accept the text", () => {
    const valid = fc.constantFrom('h.test:81', '[2001:db8::1]:8', '127.0.0.1', 'a-b.c:65535');
    fc.assert(
      fc.property(hostile(valid, 'aZ0.:[]@-'), (text) => {
        const read = parseAuthority(text);
        fc.pre(read !== null && URL.canParse(`ws://${text}`) && /[^\d.x:]/i.test(text));
        const url = new URL(`ws://${text}`);
        expect(url.port).toBe(read.port === null || read.port === 80 ? '' : String(read.port));
        if (!text.startsWith('[')) expect(url.hostname).toBe(read.host);
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('parseHost', () => {
  it('accepts in brackets exactly the IPv6 addresses that the platform accepts, except zones', () => {
    const address = fc.oneof(
      soup('0:1fF.2'),
      fc.ipV6(),
      fc.constantFrom('::1.2.3.4', '1::8', '::'),
    );
    fc.assert(
      fc.property(address, (text) => {
        expect(parseHost(`[${text}]`) !== null).toBe(isIPv6(text));
      }),
      { numRuns: numRuns() },
    );
  });

  it.each([
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1:2:3:4:5::1.2.3.4',
    'abcd:abcd:abcd:abcd:abcd:abcd:255.255.255.255',
  ])('accepts [%s]', (text) => {
    expect(isIPv6(text)).toBe(true);
    expect(parseHost(`[${text}]`)).toBe(`[${text}]`);
  });

  it.each([
    ['eight groups and "::" within', '1:2:3:4::5:6:7:8'],
    ['eight groups and "::" before', '::1:2:3:4:5:6:7:8'],
    ['eight groups and "::" after', '1:2:3:4:5:6:7:8::'],
    ['eight groups, two of them IPv4, and "::"', '1:2:3:4:5:6::1.2.3.4'],
    ['nine groups', '1:2:3:4:5:6:7:8:9'],
    ['seven groups', '1:2:3:4:5:6:7'],
    ['"::" twice', '1::2::3'],
    ['a group of five digits', '12345::'],
    ['an IPv4 part with a leading zero', '::01.2.3.4'],
    ['an IPv4 part with a number above 255', '::1.2.3.256'],
    ['an IPv4 part after other digits', '::ffff1.2.3.4'],
  ])('refuses an IPv6 address with %s', (_, text) => {
    expect(isIPv6(text)).toBe(false);
    expect(parseHost(`[${text}]`)).toBeNull();
  });

  it.each(['[::1', '::1]', '[::1]x', '[', '[]'])('refuses %s, without both brackets', (text) => {
    expect(parseHost(text)).toBeNull();
  });

  it('does not accept a port', () => {
    expect(parseHost('h:80')).toBeNull();
  });
});

describe('defaultPort', () => {
  it.each([
    ['http', 80],
    ['https', 443],
    ['ws', 80],
    ['wss', 443],
    ['ftp', null],
    ['', null],
    ['__proto__', null],
  ])('of %j is %p', (scheme, port) => {
    expect(defaultPort(scheme)).toBe(port);
  });
});
