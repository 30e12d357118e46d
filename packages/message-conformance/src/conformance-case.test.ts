import { describe, expect, it } from '@jest/globals';
import { casesOf } from './conformance-case.js';
import { ContractViolation } from './contract-violation.js';

const broken = (rule: () => void | Promise<void>) => {
  const [only] = casesOf('uri', { rule }, null);
  return () => only?.run();
};

describe('a case', () => {
  it('has the contract, and the name of its rule with the subject', () => {
    const rules = { one: () => undefined, two: () => undefined };
    const named = (subject?: string) =>
      casesOf('uri', rules, null, subject).map(({ contract, name }) => [contract, name]);
    expect(named()).toEqual([
      ['uri', 'one'],
      ['uri', 'two'],
    ]);
    expect(named('text')).toEqual([
      ['uri', 'one (text)'],
      ['uri', 'two (text)'],
    ]);
  });

  it('runs its rule on the subject, each time', () => {
    const subjects: unknown[] = [];
    const subject = {};
    const [only] = casesOf('uri', { rule: (given: object) => void subjects.push(given) }, subject);
    expect(subjects).toEqual([]);
    void only?.run();
    void only?.run();
    expect(subjects.map((given) => given === subject)).toEqual([true, true]);
  });

  it('of a synchronous rule returns no promise', () => {
    expect(broken(() => undefined)()).toBeUndefined();
  });

  it('passes a violation on unchanged', async () => {
    const violation = new ContractViolation('The rule is broken.');
    const throwing = broken(() => {
      throw violation;
    });
    expect(throwing).toThrow(violation);
    await expect(broken(() => Promise.reject(violation))()).rejects.toBe(violation);
  });

  it.each<[what: string, error: unknown, message: string]>([
    ['an error', new TypeError('No.'), 'unexpected error: No.'],
    ['a text', 'No.', 'unexpected error: "No."'],
    ['undefined', undefined, 'unexpected error: undefined'],
    ['an object without a prototype', Object.create(null), 'unexpected error: an object'],
  ])('reports %s that a rule throws as the cause of a violation', async (_, error, message) => {
    const throwing = broken(() => {
      throw error;
    });
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the subject
    const rejecting = broken(() => Promise.reject(error));
    const violations = [outcomeOf(throwing), await rejecting()?.catch((reason: unknown) => reason)];
    for (const violation of violations) {
      expect(violation).toBeInstanceOf(ContractViolation);
      expect(violation).toMatchObject({ message });
      expect((violation as ContractViolation).cause).toBe(error);
    }
  });
});

function outcomeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
