import { expect, it } from '@jest/globals';
import { growth } from './growth.js';

const text = (size: number) => 'x'.repeat(size);

it('growth distinguishes quadratic work from linear', async () => {
  expect(await growth(text, (input) => input.split(''), 20_000)).toBeLessThan(10);
  expect(await growth(text, (input) => /x*y/.test(input), 2_000)).toBeGreaterThan(10);
});
