import { describe, expect, it } from '@jest/globals';
import { joinBytes } from './index.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('joinBytes', () => {
  it('keeps the order and every byte, of empty and of long chunks', () => {
    const joined = joinBytes([bytes(1, 2), bytes(), bytes(3), bytes(4, 5, 6)]);
    expect(joined).toEqual(bytes(1, 2, 3, 4, 5, 6));
  });

  it('does not copy a single chunk', () => {
    const chunk = bytes(1, 2);
    expect(joinBytes([chunk])).toBe(chunk);
  });

  it('returns an empty array if there are no chunks', () => {
    expect(joinBytes([])).toEqual(bytes());
  });

  it('copies the bytes of a view, not those of its whole buffer', () => {
    const view = bytes(0, 1, 2, 3).subarray(1, 3);
    expect(joinBytes([view, view])).toEqual(bytes(1, 2, 1, 2));
  });
});
