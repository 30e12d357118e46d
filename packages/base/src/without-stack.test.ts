import { describe, expect, it } from '@jest/globals';
import { withoutStack } from './without-stack.js';

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

  it('creates the error with a stack if the limit cannot be set', () => {
    const limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
    Object.defineProperty(Error, 'stackTraceLimit', { ...limit, writable: false });
    try {
      expect(withoutStack(() => new Error('x')).stack).toContain('without-stack.test');
    } finally {
      Object.defineProperty(Error, 'stackTraceLimit', { ...limit });
    }
  });
});
