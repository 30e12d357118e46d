import { expect, it } from '@jest/globals';
import { ContractViolation } from './contract-violation.js';

it('a violation is recognized from another copy of the package, and no other error is one', () => {
  const brand = Symbol.for('@mortise/message-conformance/ContractViolation');
  const values = [new ContractViolation('x'), { [brand]: true }, new Error('x')];
  expect(values.map((value) => value instanceof ContractViolation)).toEqual([true, true, false]);
});
