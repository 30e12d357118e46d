import { describe, expect, it } from '@jest/globals';
import { RouterError } from './router-error.js';

describe('RouterError', () => {
  it('is recognized by another copy of the package', () => {
    const other = Object.assign(new Error('x'), {
      [Symbol.for('@mortise/router/RouterError')]: true,
    });
    expect(other).toBeInstanceOf(RouterError);
    expect(new Error('x')).not.toBeInstanceOf(RouterError);
  });

  it('keeps its caret in position if the pattern has line breaks', () => {
    const { message } = RouterError.inPattern('PATTERN_SYNTAX', 'wrong', {
      pattern: '/a\n\t{',
      index: 4,
    });
    expect(message).toBe('wrong\n  /a  {\n      ^');
  });
});
