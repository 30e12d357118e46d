import { describe, expect, it } from '@jest/globals';
import { normalizeMethod, STANDARD_METHODS } from './methods.js';

describe('normalizeMethod', () => {
  it.each([
    ['get', 'GET'],
    ['Patch', 'PATCH'],
    ['PURGE', 'PURGE'],
    ['purge', 'purge'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('converts %j to %j', (method, normal) => {
    expect(normalizeMethod(method)).toBe(normal);
  });
});

it('the standard methods are those of RFC 9110 and PATCH, and each is read in any case', () => {
  expect(STANDARD_METHODS.join(' ')).toBe('GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH');
  for (const method of STANDARD_METHODS) {
    expect(normalizeMethod(method.toLowerCase())).toBe(method);
  }
});
