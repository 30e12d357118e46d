import { expect, it, jest } from '@jest/globals';
import * as crypto from 'node:crypto';

it('verifyPassword compares keys in constant time, for an unknown user too', async () => {
  const timingSafeEqual = jest.fn(crypto.timingSafeEqual);
  jest.unstable_mockModule('node:crypto', () => ({ ...crypto, timingSafeEqual }));
  const { hashPassword, verifyPassword } = await import('./index.js');
  const hash = await hashPassword('x', 2);
  expect(await verifyPassword('x', hash)).toBe(true);
  expect(await verifyPassword('y', hash)).toBe(false);
  expect(await verifyPassword('x', null, 2)).toBe(false);
  expect(timingSafeEqual.mock.results.map(({ value }) => value)).toEqual([true, false, false]);
});
