import { expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { cookieParam, param, params, parsedBodyParam, queryParam, serverParam } from './params.js';

it('a request whose parameters are ordinary objects has none under inherited names', () => {
  const request = {
    getQueryParams: () => ({ a: '1' }),
    getCookieParams: () => ({ a: '2' }),
    getServerParams: () => ({ a: '3' }),
    hasHeader: () => false,
  } as unknown as ServerRequestInterface;
  const all = (name: string) =>
    [queryParam, cookieParam, serverParam].map((read) => read(request, name, null));
  expect(all('a')).toEqual(['1', '2', '3']);
  for (const name of ['toString', 'constructor', '__proto__']) {
    expect(all(name)).toEqual([null, null, null]);
  }
});

it.each([['{"a":1}'], ['[1]']])('JSON %s has no parameters under inherited names', (text) => {
  const request = factories
    .createServerRequest('POST', '/')
    .withParsedBody(JSON.parse(text) as object);
  const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'length'];
  for (const name of inherited) {
    expect([param(request, name, null), parsedBodyParam(request, name, null)]).toEqual([
      null,
      null,
    ]);
  }
  expect(Object.keys(params(request, inherited))).toEqual([]);
});
