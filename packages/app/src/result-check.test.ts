import { isResponse } from '@mortise/base/message';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { resultCheck } from './result-check.js';

const request = factories.createServerRequest('GET', '/');
const response = factories.createResponse();
const others = [undefined, null, 'text', 7, {}, { getStatusCode: 200 }, () => response];

describe('resultCheck', () => {
  const check = resultCheck('the handler', factories);

  it('returns a response, including a late one', async () => {
    expect(check(response, request)).toBe(response);
    await expect(check(Promise.resolve(response), request)).resolves.toBe(response);
  });

  it.each(others)('refuses %p, at once and late', async (value) => {
    const refused = expect.objectContaining({ code: 'RESPONSE_MISSING', value });
    expect(() => check(value as never, request)).toThrow(refused);
    await expect(check(Promise.resolve(value as never), request)).rejects.toEqual(refused);
  });
});

it.each(others)('%p is not a response', (value) => {
  expect([isResponse(value), isResponse(response)]).toEqual([false, true]);
});
