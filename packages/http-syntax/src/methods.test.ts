import { describe, expect, it } from '@jest/globals';
import { normalizeMethod } from './methods.js';

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
