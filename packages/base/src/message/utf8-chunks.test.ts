import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { joinBytes } from '../join-bytes.js';
import { Utf8Chunks } from './index.js';

describe('Utf8Chunks', () => {
  it('has the bytes of the whole text, however it is split', () => {
    const character = fc.constantFrom('a', '\u00e9', '\u20ac', '\ud83d', '\ude00', '');
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        const chunks = new Utf8Chunks();
        const bytes = parts.map((part) => chunks.bytesOf(part) ?? new Uint8Array());
        const text = new TextDecoder('utf-8', { ignoreBOM: true });
        expect(text.decode(joinBytes([...bytes, chunks.end()]))).toBe(
          parts.join('').toWellFormed(),
        );
      }),
      { numRuns: numRuns() },
    );
  });

  it('has U+FFFD for a half pair before bytes', () => {
    const chunks = new Utf8Chunks();
    chunks.bytesOf('\ud83d');
    expect([...(chunks.bytesOf(new Uint8Array([65])) ?? [])]).toEqual([0xef, 0xbf, 0xbd, 65]);
  });

  it('keeps a half pair over a chunk without bytes', () => {
    const chunks = new Utf8Chunks();
    chunks.bytesOf('\ud83d');
    expect(chunks.bytesOf(new Uint8Array(0))).toHaveLength(0);
    expect([...(chunks.bytesOf('\ude00') ?? [])]).toEqual([0xf0, 0x9f, 0x98, 0x80]);
  });

  it.each([[{}], [7], [null], [[65]]])('refuses %p', (value) => {
    expect(new Utf8Chunks().bytesOf(value)).toBeNull();
  });
});
