import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { growth } from '../../../tooling/testing/growth.js';
import { parseBasicCredentials } from './index.js';

describe('parseBasicCredentials', () => {
  it('reads the examples of RFC 7617', () => {
    expect(parseBasicCredentials('QWxhZGRpbjpvcGVuIHNlc2FtZQ==')).toEqual({
      username: 'Aladdin',
      password: 'open sesame',
    });
    expect(parseBasicCredentials('dGVzdDoxMjPCow==')).toEqual({
      username: 'test',
      password: '123\u00a3',
    });
  });

  it.each([
    ['a:b', 'a', 'b'],
    ['a:b:c', 'a', 'b:c'],
    ['a::', 'a', ':'],
    [':', '', ''],
    ['a:', 'a', ''],
    [':b', '', 'b'],
    ['\ufeffa:b', '\ufeffa', 'b'],
    ['a b: c ', 'a b', ' c '],
    ['\u{1f600}:\u00e9', '\u{1f600}', '\u00e9'],
  ])('splits %j at the first colon', (text, username, password) => {
    expect(parseBasicCredentials(base64(text))).toEqual({ username, password });
  });

  it.each([
    ['text without a colon', base64('admin')],
    ['bytes that are not UTF-8', Buffer.from('a:\u00e9', 'latin1').toString('base64')],
    ['a truncated character', Buffer.from([0x61, 0x3a, 0xc3]).toString('base64')],
    ['NUL', base64('a:b\0')],
    ['a line break', base64('a:b\n')],
    ['a tab in the name', base64('a\t:b')],
    ['DEL', base64('a\x7f:b')],
    ['a C1 control character', base64('a:\u0085')],
    ['base64url', 'fn5-On5-'],
    ['whitespace', 'QT pi'],
    ['too many padding characters', 'QTpi==='],
    ['padding alone', '=='],
    ['one character of base64', 'Q'],
    ['five characters of base64', 'QTpiQ'],
    ['nothing', ''],
  ])('refuses %s', (_, token) => {
    expect(parseBasicCredentials(token)).toBeNull();
  });

  it('reads base64 without padding', () => {
    expect(parseBasicCredentials('YTo')).toEqual({ username: 'a', password: '' });
  });

  it('reads what a client writes, for any name and password without control characters', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/\p{Cc}/u.test(value));
    fc.assert(
      fc.property(text, text, (name, password) => {
        const username = name.replaceAll(':', '');
        const token = base64(`${username}:${password}`);
        expect(parseBasicCredentials(token)).toEqual({ username, password });
      }),
      { numRuns: numRuns() },
    );
  });

  it('never throws, whatever a client writes', () => {
    const bytes = fc.uint8Array().map((value) => Buffer.from(value).toString('base64'));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), bytes), (token) => {
        expect(() => parseBasicCredentials(token)).not.toThrow();
      }),
      { numRuns: numRuns() },
    );
  });

  it('takes time linear in the length', async () => {
    for (const piece of ['A', 'Ojo6', 'w4PD']) {
      const token = (size: number) => piece.repeat(size);
      expect([piece, (await growth(token, parseBasicCredentials, 4_000)) < 10]).toEqual([
        piece,
        true,
      ]);
    }
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
