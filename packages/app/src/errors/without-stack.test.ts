import { describe, expect, it } from '@jest/globals';
import { withoutStack } from './unrouted.js';

describe('withoutStack', () => {
  it('captures no stack, and later errors have one', () => {
    expect(withoutStack(() => new Error('x')).stack).toBe('Error: x');
    expect(new Error('y').stack).toContain('without-stack.test');
  });

  it('later errors have a stack even if the callback throws', () => {
    const fail = (): Error => {
      throw new TypeError('x');
    };
    expect(() => withoutStack(fail)).toThrow(TypeError);
    expect(new Error('y').stack).toContain('without-stack.test');
  });
});
