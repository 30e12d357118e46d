import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import { normalMethods } from './normal-methods.js';

const HTTP = 'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' ');

describe('normalMethods', () => {
  it('writes the methods of HTTP in upper case, one or several, each once', () => {
    expect(
      normalMethods(
        HTTP.map((method) => method.toLowerCase()),
        '/',
      ),
    ).toEqual(HTTP);
    expect(normalMethods('pOsT', '/')).toEqual(['POST']);
    expect(normalMethods(['get', 'PUT', 'GET', 'Get'], '/')).toEqual(['GET', 'PUT']);
  });

  it('keeps any other token as it is', () => {
    const others = ['*', 'purge', 'Purge', "a!#$%&'*+-.^_`|~9Z"];
    expect(normalMethods(others, '/')).toEqual(others);
  });

  it.each(['', ' GET', 'GET ', 'A/B', 'GET\n', 'É', 'A,B', 'A(B)'])('refuses %j', (method) => {
    expect(errorOf(() => normalMethods(method, '/a'))).toMatchObject({
      code: 'METHOD_INVALID',
      pattern: '/a',
    });
  });

  it.each([undefined, null, 5, ['GET']])('refuses %j, which is not text', (method: unknown) => {
    expect(errorOf(() => normalMethods([method as string], '/a')).code).toBe('METHOD_INVALID');
  });
});
