import { describe, expect, it } from '@jest/globals';
import { REPEATED_NAMES } from '@mortise/base/keys';
import { factories } from '@mortise/message';
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

  it('notes all values of repeated names for the request, as the form is read', () => {
    const request = factories.createServerRequest('POST', '/');
    const noted = () => request.getLifetime().getValue(REPEATED_NAMES);
    parseFormBody('a=1&a=2');
    expect(noted()).toBeUndefined();
    const options = { phpNames: true, separators: ';' } as const;
    const read = parseFormBody('a.b=1;c=2;a.b=%E9', typed('windows-1252'), options, request);
    expect(read).toEqual({ a_b: 'é', c: '2' });
    parseFormBody(Buffer.from('a.b=1;c=2;a.b=%E9'), typed('windows-1252'), options, request);
    expect(noted()?.fields()).toEqual([{ path: ['a_b'], values: ['1', 'é'] }]);
    expect(noted()?.files()).toEqual([]);
    parseFormBody('a=1', null, {}, request);
    expect(noted()?.fields()).toEqual([]);
  });
});

it.each([
  ['bytes', Buffer.from('\ufeffa=1&b=\ufeff')],
  ['text', '\ufeffa=1&b=\ufeff'],
])('skips a byte order mark before a form of %s, and keeps others', (_what, body) => {
  expect(parseFormBody(body)).toEqual({ a: '1', b: '\ufeff' });
});

it.each(['utf-8', 'windows-1252', 'iso-8859-1'])(
  'reads a form with a byte order mark as UTF-8, in %s too',
  (charset) => {
    const expected = { é: 'é', b: 'é' };
    for (const body of [Buffer.from('\ufeffé=é&b=%C3%A9'), '\ufeffé=é&b=%C3%A9']) {
      expect(parseFormBody(body, typed(charset))).toEqual(expected);
    }
  },
);
