import { expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { cookieParam, queryParam, serverParam } from './params.js';

it('a request whose parameters are ordinary objects has none under inherited names', () => {
  const request = {
    getQueryParams: () => ({ a: '1' }),
    getCookieParams: () => ({ a: '2' }),
    getServerParams: () => ({ a: '3' }),
  } as unknown as ServerRequestInterface;
  const all = (name: string) =>
    [queryParam, cookieParam, serverParam].map((read) => read(request, name, null));
  expect(all('a')).toEqual(['1', '2', '3']);
  for (const name of ['toString', 'constructor', '__proto__']) {
    expect(all(name)).toEqual([null, null, null]);
  }
});
