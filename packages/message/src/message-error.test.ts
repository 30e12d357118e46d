import { describe, expect, it } from '@jest/globals';
import { invalid, MessageError } from './message-error.js';

describe('MessageError', () => {
  it('recognizes an error of another copy of the package by its brand', () => {
    const foreign = { [Symbol.for('@mortise/message/MessageError')]: true };
    expect(foreign).toBeInstanceOf(MessageError);
    expect(new Error('no')).not.toBeInstanceOf(MessageError);
    expect(null).not.toBeInstanceOf(MessageError);
  });

  it('shows the value on one line, truncated at 80 characters', () => {
    const error = invalid('METHOD_INVALID', 'method', 'a token', `a\n${'b'.repeat(500)}`);
    expect(error.message).toMatch(/^invalid method: received "a\\nb+…"; expected a token$/);
    expect(error.message.length).toBeLessThan(140);
  });

  it.each([
    [5, '5'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, 'an object'],
    [[], 'an array'],
    [Symbol('s'), 'Symbol(s)'],
  ])('states that it received %p, and keeps it', (value, received) => {
    const error = invalid('STATUS_INVALID', 'x', 'y', value);
    expect(error.message).toBe(`invalid x: received ${received}; expected y`);
    expect(error.value).toBe(value);
  });

  it('has a status only if one was given', () => {
    expect('status' in new MessageError('URI_INVALID', 'x')).toBe(false);
    expect(new MessageError('URI_INVALID', 'x', '', { status: 400 }).status).toBe(400);
  });
});
