import { isResponse } from '@mortise/base/message';
import { upgradeTo } from '@mortise/base/upgrade';
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

  it.each([100, 101, 103, 199])('refuses status %d, at once and late', async (status) => {
    const early = response.withStatus(status);
    const refused = expect.objectContaining({ code: 'RESPONSE_INVALID' });
    expect(() => check(early, request)).toThrow(refused);
    await expect(check(Promise.resolve(early), request)).rejects.toEqual(refused);
  });

  it('closes the body of a response that it refuses, if it has a source', () => {
    const body = factories.createStreamFromResource(new Blob(['early']).stream());
    expect(() => check(response.withStatus(103).withBody(body), request)).toThrow('103');
    expect(body.isReadable()).toBe(false);
  });

  it('returns a response that switches protocols, unless its body was replaced', () => {
    const switching = upgradeTo(response, 'websocket', () => undefined);
    expect(check(switching, request)).toBe(switching);
    const replaced = switching.withBody(factories.createStream(''));
    expect(() => check(replaced, request)).toThrow('status 101 is not final');
  });
});

it.each(others)('%p is not a response', (value) => {
  expect([isResponse(value), isResponse(response)]).toEqual([false, true]);
});
