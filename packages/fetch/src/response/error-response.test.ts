import { describe, expect, it } from '@jest/globals';
import { errorResponse } from './error-response.js';

describe('errorResponse', () => {
  const TYPE = ['content-type', 'text/plain; charset=utf-8'];

  it.each([
    [404, 'Not Found'],
    [599, '599'],
  ])('has for %d its reason phrase, or else its number, as text', async (status, text) => {
    const response = errorResponse(status, false);
    expect([response.status, [...response.headers], await response.text()]).toEqual([
      status,
      [TYPE],
      text,
    ]);
  });

  it('has for HEAD the length of the text instead of it', () => {
    const response = errorResponse(404, true);
    expect([response.body, [...response.headers]]).toEqual([null, [['content-length', '9'], TYPE]]);
  });

  it('has each value of its fields', () => {
    const { headers } = errorResponse(401, false, [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-A', 'b'],
    ]);
    expect([headers.getSetCookie(), headers.get('x-a')]).toEqual([['a=1', 'b=2'], 'b']);
  });
});
