import { describe, expect, it } from '@jest/globals';
import { parseFormBody } from './parse-form-body.js';

const typed = (charset: string) => ({ parameters: { charset } });

describe('parseFormBody', () => {
  it('reads UTF-8, unless its media type has another charset', () => {
    expect(parseFormBody('a=%C3%A9')).toEqual({ a: 'é' });
    expect(parseFormBody('a=%C3%A9', { parameters: {} })).toEqual({ a: 'é' });
    expect(parseFormBody(Buffer.from('a=%E9'), typed('ISO-8859-1'))).toEqual({ a: 'é' });
    expect(parseFormBody('a=%E9', typed('windows-1252'), { phpNames: true })).toEqual({ a: 'é' });
  });

  it('refuses another charset with 415, and names it', () => {
    expect(() => parseFormBody('a=1', typed('utf-7'))).toThrow(
      expect.objectContaining({
        code: 'BODY_CHARSET',
        status: 415,
        message: expect.stringContaining('"utf-7"'),
      }),
    );
  });

  it('passes its options on', () => {
    expect(parseFormBody('a.b=1', null, { phpNames: true })).toEqual({ a_b: '1' });
    expect(parseFormBody('a.b=1')).toEqual({ 'a.b': '1' });
  });
});

it.each([
  ['bytes', Buffer.from('\ufeffa=1&b=\ufeff')],
  ['text', '\ufeffa=1&b=\ufeff'],
])('skips a byte order mark before a form of %s, and keeps others', (_what, body) => {
  expect(parseFormBody(body)).toEqual({ a: '1', b: '\ufeff' });
});
