import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { MAX_RANGES, parseRange } from './parse-range.js';

const SIZE = 10_000;

describe('parseRange of 10,000 bytes', () => {
  // The first rows are the examples of RFC 9110 14.1.2.
  it.each<[string, readonly (readonly [number, number])[]]>([
    ['bytes=0-499', [[0, 499]]],
    ['bytes=500-999', [[500, 999]]],
    ['bytes=-500', [[9500, 9999]]],
    ['bytes=9500-', [[9500, 9999]]],
    [
      'bytes=0-0,-1',
      [
        [0, 0],
        [9999, 9999],
      ],
    ],
    [
      'bytes= 0-999, 4500-5499, -1000',
      [
        [0, 999],
        [4500, 5499],
        [9000, 9999],
      ],
    ],
    ['bytes=500-600,601-999', [[500, 999]]],
    ['bytes=500-700,601-999', [[500, 999]]],
    [
      'bytes=500-600,602-999',
      [
        [500, 600],
        [602, 999],
      ],
    ],
    [
      'bytes=602-999,500-600',
      [
        [602, 999],
        [500, 600],
      ],
    ],
    ['Bytes=0-0', [[0, 0]]],
    ['bytes=0-10000', [[0, 9999]]],
    ['bytes=0-99999999999999999999999999', [[0, 9999]]],
    ['bytes=-20000', [[0, 9999]]],
    ['bytes=9999-', [[9999, 9999]]],
    ['bytes=10000-,0-0', [[0, 0]]],
    ['bytes=,,0-0,,', [[0, 0]]],
    [
      'bytes=900-999,0-99',
      [
        [900, 999],
        [0, 99],
      ],
    ],
    ['bytes=0-1,4-5,2-3', [[0, 5]]],
    ['bytes=4-5,0-1,2-3', [[0, 5]]],
  ])('of %j is %j', (value, ranges) => {
    const expected = ranges.map(([start, end]) => ({ start, end }));
    expect(parseRange(value, SIZE)).toEqual(expected);
  });

  it.each(['bytes=10000-', 'bytes=10000-20000', 'bytes=-0', 'bytes=-0,20000-'])(
    'has nothing to send for %j',
    (value) => {
      expect(parseRange(value, SIZE)).toEqual([]);
    },
  );

  it.each([
    '',
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=9-4',
    'bytes=0-0,9-4',
    'bytes=a-b',
    'bytes=0-1-2',
    'bytes=--1',
    'bytes=1',
    'bytes=+1-2',
    'bytes=1.5-2',
    'bytes=0x1-2',
    'bytes =0-1',
    'bytes=0 -1',
    'bytes=0-1\n',
    'bits=0-1',
    'lines=1-2',
    'none',
  ])('ignores %j', (value) => {
    expect(parseRange(value, SIZE)).toBeNull();
  });

  it(`reads ${MAX_RANGES} ranges, and ignores a header with more`, () => {
    const ranges = (count: number) =>
      `bytes=${Array.from({ length: count }, (_, index) => `${index * 10}-${index * 10}`).join()}`;
    expect(MAX_RANGES).toBe(10);
    expect(parseRange(ranges(MAX_RANGES), SIZE)).toHaveLength(MAX_RANGES);
    expect(parseRange(ranges(MAX_RANGES + 1), SIZE)).toBeNull();
    expect(parseRange(`bytes=${'0-0,'.repeat(5000)}`, SIZE)).toBeNull();
    const afterEmpty = (count: number) => parseRange(`bytes=${','.repeat(count)}0-0`, SIZE);
    expect(afterEmpty(MAX_RANGES)).toEqual([{ start: 0, end: 0 }]);
    expect(afterEmpty(MAX_RANGES + 1)).toBeNull();
  });

  it('handles the empty file', () => {
    expect(parseRange('bytes=0-', 0)).toEqual([]);
    expect(parseRange('bytes=-5', 0)).toBeNull();
  });

  it('covers exactly the bytes of the requested ranges, each once', () => {
    const spec = fc.oneof(
      fc
        .tuple(fc.nat(25), fc.nat(25))
        .map(([start, more]) => [start, start + more, `${start}-${start + more}`] as const),
      fc.nat(25).map((start) => [start, 19, `${start}-`] as const),
      fc
        .integer({ min: 1, max: 25 })
        .map((length) => [Math.max(0, 20 - length), 19, `-${length}`] as const),
    );
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: MAX_RANGES }), (specs) => {
        const wanted = new Set<number>();
        for (const [start, end] of specs)
          for (let at = start; at <= Math.min(end, 19); at++) wanted.add(at);
        const ranges = parseRange(`bytes=${specs.map(([, , text]) => text).join(', ')}`, 20) ?? [];
        const sent = ranges.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, index) => start + index),
        );
        expect(sent.length).toBe(new Set(sent).size);
        expect(new Set(sent)).toEqual(wanted);
      }),
      { numRuns: numRuns() },
    );
  });

  it('never throws, and never leaves the file', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('0129-, =\t')), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(1000), (rest, size) => {
        for (const { start, end } of parseRange(`bytes=${rest}`, size) ?? []) {
          expect(start >= 0 && start <= end && end < size).toBe(true);
        }
      }),
      { numRuns: numRuns() },
    );
  });
});
