import { describe, expect, it } from '@jest/globals';
import { withoutStack } from './unrouted.js';

describe('withoutStack', () => {
  it('captures no stack, and leaves later errors theirs', () => {
    expect(withoutStack(() => new Error('x')).stack).toBe('Error: x');
    expect(new Error('y').stack).toContain('without-stack.test');
  });

  it('leaves later errors their stack when making one fails', () => {
    const fail = (): Error => {
      throw new TypeError('x');
    };
    expect(() => withoutStack(fail)).toThrow(TypeError);
    expect(new Error('y').stack).toContain('without-stack.test');
  });
});
