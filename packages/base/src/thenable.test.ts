import { describe, expect, it } from '@jest/globals';
import { isThenable } from './index.js';

const withMethod = Object.create({ then: () => 1 }) as unknown;

describe('isThenable', () => {
  it.each([Promise.resolve(1), withMethod, { then: () => 1 }])('is true for %p', (value) => {
    expect(isThenable<unknown>(value)).toBe(true);
  });

  it.each([undefined, null, 'then', 7, {}, { then: 'text' }, Object.create(null), () => 1])(
    'is false for %p',
    (value) => {
      expect(isThenable<unknown>(value)).toBe(false);
    },
  );
});
