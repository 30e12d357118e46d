import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { fromResponse } from '../index.js';

describe.each(implementations)('a substitute for Response, converted on %s,', (_, factories) => {
  /** An object with the members that identify a response; others can be missing. */
  const converted = (given: object, fields: Record<string, string> = { 'X-A': 'b' }) => {
    const members = {
      status: 201,
      bodyUsed: false,
      headers: {
        forEach: (each: (value: string, name: string) => void) => {
          for (const [name, value] of Object.entries(fields)) each(value, name);
        },
      },
      ...given,
    };
    return fromResponse(members as unknown as Response, factories);
  };

  it('has its status, headers and body without the members that are not needed', async () => {
    const message = converted({ body: new Response('text').body });
    expect([message.getStatusCode(), message.getHeader('x-a')]).toEqual([201, ['b']]);
    expect(await message.getBody().text()).toBe('text');
  });

  it('keeps the coding of its body without a url', () => {
    const message = converted({ body: null }, { 'Content-Encoding': 'gzip' });
    expect(message.getHeaderLine('Content-Encoding')).toBe('gzip');
  });

  it('has separate cookies if it can tell them', () => {
    const headers = { forEach: () => undefined, getSetCookie: () => ['a=1', 'b=2'] };
    expect(converted({ body: null, headers }).getHeader('Set-Cookie')).toEqual(['a=1', 'b=2']);
  });

  it.each<[string, object, Record<string, string>, string]>([
    ['without a body', {}, {}, 'its body is undefined; expected a ReadableStream, or null'],
    ['with text as its body', { body: 'a' }, {}, 'its body is "a"; expected a ReadableStream'],
    [
      'with cookies that it cannot separate',
      { body: null },
      { 'Set-Cookie': 'a=1, b=2' },
      'its headers have cookies, but no getSetCookie()',
    ],
  ])('is refused %s, and the error says what is missing', (_what, given, fields, why) => {
    const expected: unknown = expect.objectContaining({
      code: 'RESPONSE_INVALID',
      message: expect.stringContaining(why),
    });
    expect(() => converted(given, fields)).toThrow(expected);
  });
});
