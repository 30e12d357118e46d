import { describe, expect, it } from '@jest/globals';
import { MessageError } from './message-error.js';

describe('MessageError', () => {
  it('knows an error of another copy of the package by its brand', () => {
    const foreign = { [Symbol.for('@mortise/message/MessageError')]: true };
    expect(foreign).toBeInstanceOf(MessageError);
    expect(new Error('no')).not.toBeInstanceOf(MessageError);
    expect(null).not.toBeInstanceOf(MessageError);
  });

  it('shows the value on one line, truncated at 80 characters', () => {
    const error = new MessageError(
      'METHOD_INVALID',
      'a method is a token',
      `a\n${'b'.repeat(500)}`,
    );
    expect(error.message).toMatch(/^a method is a token, not "a\\nb+…"$/);
    expect(error.message.length).toBeLessThan(110);
  });

  it('shows values of every type', () => {
    const shown = [5, null, {}, [], Symbol('s')].map(
      (value) => new MessageError('STATUS_INVALID', 'x', value).message,
    );
    expect(shown).toEqual([
      'x, not 5',
      'x, not null',
      'x, not an object',
      'x, not an array',
      'x, not Symbol(s)',
    ]);
  });

  it('has a status only when it was given one', () => {
    expect('status' in new MessageError('URI_INVALID', 'x')).toBe(false);
    expect(new MessageError('URI_INVALID', 'x', '', { status: 400 }).status).toBe(400);
  });
});
