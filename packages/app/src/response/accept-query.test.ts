import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { acceptQuery, AppError } from '../index.js';

describe('acceptQuery', () => {
  const header = (...types: string[]): string =>
    acceptQuery(factories.createResponse(), ...types).getHeaderLine('Accept-Query');

  it('writes media types as a list of a structured field', () => {
    expect(header('application/sql; charset=UTF-8', 'application/jsonpath', 'text/*', '*/*')).toBe(
      'application/sql;charset="UTF-8", application/jsonpath, text/*, */*',
    );
  });

  it('quotes a type that is not a structured-field token, and escapes parameter values', () => {
    expect(header('3d/model', String.raw`a/b; c="\"\\"`)).toBe(
      String.raw`"3d/model", a/b;c="\"\\"`,
    );
  });

  it('accepts keys and values with every character that a structured field can have', () => {
    expect(header('a/b; c=""', 'a/b; *c-_.*9="d e~"')).toBe('a/b;c="", a/b;*c-_.*9="d e~"');
  });

  it('replaces the previous value', () => {
    const before = acceptQuery(factories.createResponse(), 'a/b');
    expect(acceptQuery(before, 'c/d').getHeader('Accept-Query')).toEqual(['c/d']);
  });

  it.each(['', 'text', 'a/b, c/d', 'a/b; c="é"', 'a/b; 3=c'])('refuses %j', (type) => {
    expect(() => header(type)).toThrow(AppError);
    expect(() => header(type)).toThrow(expect.objectContaining({ code: 'MEDIA_TYPE_INVALID' }));
  });
});
