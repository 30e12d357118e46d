import { expect, it } from '@jest/globals';
import { claimSource, releaseSource } from './claim-body.js';

async function* generator() {
  yield await Promise.resolve(1);
}

it('a source that can be read once is taken until it is released', () => {
  const source = generator();
  expect([claimSource(source), claimSource(source)]).toEqual([true, false]);
  expect(claimSource(releaseSource(source))).toBe(true);
});

it('a list and a text stay free', () => {
  for (const source of [[1], 'text']) {
    expect([claimSource(source), claimSource(source)]).toEqual([true, true]);
  }
});

it('a frozen source stays as it is', () => {
  const source = Object.freeze(generator());
  expect(claimSource(source)).toBe(true);
  expect(releaseSource(source)).toBe(source);
  expect(claimSource(source)).toBe(true);
});
