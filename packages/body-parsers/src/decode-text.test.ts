import { describe, expect, it } from '@jest/globals';
import { decodeTextStrictly } from './decode-text.js';
import { decodeText } from './index.js';

describe('decodeText', () => {
  it.each([
    [[0xc3, 0xa9], {}, 'é'],
    [[0xef, 0xbb, 0xbf, 0x61], {}, 'a'],
    [[0xff], {}, '\ufffd'],
    [[0xe9], { charset: 'iso-8859-1' }, 'é'],
    [[0x80, 0x41], { charset: 'windows-1252' }, '€A'],
    [[0xc3], {}, '\ufffd'],
    [[0x61, 0x00], { charset: 'utf-16le' }, 'a'],
  ])('reads %j with the parameters %j', (bytes, parameters, text) => {
    expect(decodeText(Uint8Array.from(bytes), { parameters })).toBe(text);
  });

  it('refuses an unknown charset with 415', () => {
    const unknown = { parameters: { charset: 'klingon' } };
    expect(() => decodeText(new Uint8Array(1), unknown)).toThrow(
      expect.objectContaining({ code: 'BODY_CHARSET', status: 415 }),
    );
  });
});

it('decodeTextStrictly refuses other bytes than those of the charset, with the cause', () => {
  const refused = () => decodeTextStrictly(Uint8Array.of(0xff), { parameters: {} });
  expect(refused).toThrow('it is not valid utf-8');
  expect(refused).toThrow(
    expect.objectContaining({
      code: 'BODY_MALFORMED',
      cause: expect.objectContaining({ name: 'TypeError' }),
    }),
  );
  expect(() => decodeTextStrictly(Uint8Array.of(0xc3), { parameters: {} })).toThrow('valid utf-8');
  expect(decodeTextStrictly('\ud800', { parameters: {} })).toBe('\ud800');
});
