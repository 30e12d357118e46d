import { expect, it } from '@jest/globals';
import { sharedState } from './shared-state.js';

it('is created once for a program, by whichever copy asks first', () => {
  const key = Symbol('of this test');
  const first = sharedState(key, () => new WeakMap());
  expect(sharedState(key, () => new WeakMap())).toBe(first);
  expect(sharedState(Symbol('another'), () => new WeakMap())).not.toBe(first);
});
