import { describe, expect, it } from '@jest/globals';
import { headersOf, statusOf } from '@mortise/base';
import { statusError } from '../../test/answering.js';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import { errorResponse } from './error-response.js';

const respond = (error: unknown, head = false) =>
  errorResponse(statusOf(error) ?? 500, headersOf(error), head, () => undefined);

describe('errorResponse', () => {
  const TYPE = ['content-type', 'text/plain; charset=utf-8'];

  it.each([
    [404, 'Not Found'],
    [599, '599'],
  ])('has for %d its reason phrase, or else its number, as text', async (status, text) => {
    const response = respond(statusError(status));
    expect([response.status, [...response.headers], await response.text()]).toEqual([
      status,
      [TYPE],
      text,
    ]);
  });

  it('has for HEAD the length of the text instead of it', () => {
    const response = respond(statusError(404), true);
    expect([response.body, [...response.headers]]).toEqual([null, [['content-length', '9'], TYPE]]);
  });

  it('has each value of the headers of the error', () => {
    const error = Object.assign(new FetchAdapterError('URL_INVALID', 'x', 401), {
      headers: { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': 'b' },
    });
    const { headers } = respond(error);
    expect([headers.getSetCookie(), headers.get('x-a')]).toEqual([['a=1', 'b=2'], 'b']);
  });
});
