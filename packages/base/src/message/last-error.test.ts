import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { errorOf, noteError } from './last-error.js';

/** A request with nothing but a lifetime, which all its copies share. */
function request(): ServerRequestInterface {
  const values = new Map<string, unknown>();
  const lifetime = {
    getValue: (key: string) => values.get(key),
    setValue: (key: string, value: unknown) => void values.set(key, value),
  };
  return { getLifetime: () => lifetime } as unknown as ServerRequestInterface;
}

describe('errorOf', () => {
  it('is the error that was noted last, and null before and after', () => {
    const incoming = request();
    expect(errorOf(incoming)).toBeNull();
    const errors = [new Error('first'), new Error('second')];
    for (const error of errors) noteError(incoming, error);
    expect(errorOf(incoming)).toBe(errors[1]);
    noteError(incoming, null);
    expect(errorOf(incoming)).toBeNull();
  });
});
