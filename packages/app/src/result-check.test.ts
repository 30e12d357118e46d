import { isResponse } from '@mortise/base/message';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { responseCheck } from './result-check.js';

const response = factories.createResponse();
const others = [undefined, null, 'text', 7, {}, { getStatusCode: 200 }, () => response];

describe('responseCheck', () => {
  it('returns a response, including a late one', async () => {
    const check = responseCheck('the layer');
    expect(check(response)).toBe(response);
    await expect(check(Promise.resolve(response))).resolves.toBe(response);
  });

  it.each(others)('refuses %p at once, and later by default', async (value) => {
    const check = responseCheck('the layer');
    const refused = expect.objectContaining({ code: 'RESPONSE_MISSING', value });
    expect(() => check(value as never)).toThrow(refused);
    await expect(check(Promise.resolve(value as never))).rejects.toEqual(refused);
  });

  it('does not wait for a promise if it is not set to', () => {
    const late = Promise.resolve(undefined as never);
    expect(responseCheck('the layer', false)(late)).toBe(late);
  });
});

it.each(others)('%p is not a response', (value) => {
  expect([isResponse(value), isResponse(response)]).toEqual([false, true]);
});
