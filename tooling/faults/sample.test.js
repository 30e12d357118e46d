import { describe, expect, it } from '@jest/globals';
import { sampleOf } from './sample.js';

const items = Array.from({ length: 100 }, (_, index) => index);

describe('sampleOf', () => {
  it('chooses the same items for the same seed, others for another one', () => {
    expect(sampleOf(items, 10, 7)).toEqual(sampleOf(items, 10, 7));
    expect(sampleOf(items, 10, 7)).not.toEqual(sampleOf(items, 10, 8));
  });

  it('chooses each item at most once, in their order', () => {
    const chosen = sampleOf(items, 60, 3);
    expect(new Set(chosen).size).toBe(60);
    expect(chosen).toEqual(chosen.toSorted((one, other) => one - other));
  });

  it('returns all items if there are not more', () => {
    expect(sampleOf([1, 2], 5, 1)).toEqual([1, 2]);
  });
});
