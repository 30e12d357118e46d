import { describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { FetchAdapterError } from './fetch-adapter-error.js';

describe('FetchAdapterError', () => {
  it('is an HTTP error, and has a status only if it is given', () => {
    const error = new FetchAdapterError('URL_INVALID', 'x');
    expect(error[HTTP_ERROR]).toBe(true);
    expect(Object.hasOwn(error, 'status')).toBe(false);
    expect(new FetchAdapterError('BODY_TOO_LARGE', 'x', 413).status).toBe(413);
  });
});
