import { describe, expect, it } from '@jest/globals';
import { decodeText } from './index.js';

describe('decodeText', () => {
  it.each([
    [[0xc3, 0xa9], {}, 'é'],
    [[0xef, 0xbb, 0xbf, 0x61], {}, 'a'],
    [[0xff], {}, '\ufffd'],
    [[0xe9], { charset: 'iso-8859-1' }, 'é'],
    [[0x61, 0x00], { charset: 'utf-16le' }, 'a'],
  ])('reads %j with the parameters %j', (bytes, parameters, text) => {
    expect(decodeText(Uint8Array.from(bytes), { parameters })).toBe(text);
  });

  it('refuses an unknown character set with 415', () => {
    const unknown = { parameters: { charset: 'klingon' } };
    expect(() => decodeText(new Uint8Array(1), unknown)).toThrow(
      expect.objectContaining({ code: 'BODY_CHARSET', status: 415 }),
    );
  });
});
