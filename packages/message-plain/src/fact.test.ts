import { expect, it } from '@jest/globals';
import { computed, known } from './fact.js';

it('a fact is computed on first use, once, even if it is undefined', () => {
  let runs = 0;
  const fact = computed<undefined>(() => {
    runs++;
    return undefined;
  });
  expect(runs).toBe(0);
  const values: unknown[] = Array.from({ length: 2 }, fact);
  expect([...values, runs]).toEqual([undefined, undefined, 1]);
});

it('a fact whose computation failed is computed again', () => {
  let runs = 0;
  const fact = computed(() => {
    if (++runs === 1) throw new Error('not yet');
    return runs;
  });
  expect(fact).toThrow('not yet');
  expect([fact(), fact()]).toEqual([2, 2]);
});

it('a known fact is its value', () => {
  const value = {};
  expect(known(value)()).toBe(value);
});
