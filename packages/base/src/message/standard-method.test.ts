import { describe, expect, it } from '@jest/globals';
import { normalizeMethod } from './standard-method.js';

describe('normalizeMethod', () => {
  it.each([
    ['Patch', 'PATCH'],
    ['PURGE', 'PURGE'],
    ['purge', 'purge'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('converts %j to %j', (method, normal) => {
    expect(normalizeMethod(method)).toBe(normal);
  });
});

it.each('GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY'.split(' '))(
  '%s is read in any case',
  (method) => {
    expect(normalizeMethod(method.toLowerCase())).toBe(method);
  },
);
