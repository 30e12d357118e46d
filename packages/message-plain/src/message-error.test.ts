import { describe, expect, it } from '@jest/globals';
import { MessageError, refusal } from './message-error.js';

describe('MessageError', () => {
  it('quotes a refused text, so that it adds no line end to a log', () => {
    expect(refusal('METHOD_INVALID', 'a method must be a token', 'G\nT').message).toBe(
      'a method must be a token: "G\\nT"',
    );
  });

  it('truncates a refused text in its message, but not in its value', () => {
    const value = 'x'.repeat(1000);
    const error = refusal('METHOD_INVALID', 'too long', value);
    expect(error.message.length).toBeLessThan(100);
    expect(error.value).toBe(value);
  });

  it('has a status or a cause only if one was given', () => {
    expect(Object.keys(new MessageError('METHOD_INVALID', 'no', 's3cret'))).toEqual(['code']);
    const cause = new Error('the cause');
    const error = new MessageError('METHOD_INVALID', 'no', 7, { status: 400, cause });
    expect(error).toMatchObject({ status: 400, cause, value: 7 });
  });

  it('recognizes an error of another copy of the package', () => {
    const brand = Symbol.for('@mortise/message-plain/MessageError');
    const other: unknown = Object.assign(new Error('of another copy'), { [brand]: true });
    expect(other instanceof MessageError).toBe(true);
    expect(new Error('any') instanceof MessageError).toBe(false);
  });
});
