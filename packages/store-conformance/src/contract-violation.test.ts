import { expect, it } from '@jest/globals';
import { ContractViolation } from './contract-violation.js';

it('a violation is recognized from another copy of the package, and no other value is one', () => {
  const other = { [Symbol.for('@mortise/store-conformance/ContractViolation')]: true };
  const values: unknown[] = [new ContractViolation('x'), other, new Error('x'), null, undefined, 7];
  expect(values.map((value) => value instanceof ContractViolation)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});

it('a violation has its name in its text', () => {
  expect(String(new ContractViolation('lost'))).toBe('ContractViolation: lost');
});
