import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { FrameEnds } from './frame-ends.js';

const TEXT = 0x81;
const CLOSE = 0x88;

function frame(length: number, { opcode = TEXT, masked = false } = {}): Uint8Array {
  const mask = masked ? 128 : 0;
  const size =
    length < 126
      ? [length]
      : length < 65_536
        ? [126, length >> 8, length & 255]
        : [127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255];
  const [first = 0, ...rest] = size;
  const body = new Uint8Array(length + (masked ? 4 : 0)).fill(TEXT);
  return Uint8Array.of(opcode, first + mask, ...rest, ...body);
}

describe('FrameEnds', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536])(
    'takes a frame of %d bytes up to its end',
    (size) => {
      for (const masked of [false, true]) {
        const bytes = Uint8Array.of(...frame(size, { masked }), TEXT, 3);
        const frames = new FrameEnds();
        expect(frames.take(bytes, { untilEnd: true })).toBe(bytes.length - 2);
        expect(frames.isBetween).toBe(true);
        expect(frames.take(bytes.subarray(-2), { untilEnd: true })).toBe(2);
        expect(frames.isBetween).toBe(false);
      }
    },
  );

  it('is between frames after whole ones alone, however the bytes are split', () => {
    const sizes = fc.array(fc.nat({ max: 140 }), { minLength: 1, maxLength: 5 });
    const split = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(sizes, split, (lengths, step) => {
        const bytes = lengths.flatMap((length) => [...frame(length)]);
        let end = 0;
        const ends = new Set([0, ...lengths.map((length) => (end += frame(length).length))]);
        const frames = new FrameEnds();
        for (let at = 0; at < bytes.length; at += step) {
          const chunk = Uint8Array.from(bytes.slice(at, at + step));
          expect(frames.take(chunk, { untilEnd: false })).toBe(chunk.length);
          expect(frames.isBetween).toBe(ends.has(at + chunk.length));
        }
      }),
      { numRuns: numRuns() },
    );
  });

  it('knows a close frame', () => {
    const frames = new FrameEnds();
    frames.take(frame(0), { untilEnd: false });
    expect(frames.isClosed).toBe(false);
    frames.take(frame(2, { opcode: CLOSE }), { untilEnd: false });
    expect(frames.isClosed).toBe(true);
  });
});
