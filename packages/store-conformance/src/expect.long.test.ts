import { describe, expect, it } from '@jest/globals';
import { ContractViolation } from './contract-violation.js';
import { eventually, expectEqual, expectRejection, expectThat, textOf } from './expect.js';

const violation = (message: string, members: object = {}) =>
  expect.objectContaining({ constructor: ContractViolation, message, ...members });
const refused = (call: () => Promise<unknown>) => expectRejection('CODE', 500, 'get', call);

describe('what the kit expects of a refused call', () => {
  it('is a rejection with the code and the status', async () => {
    await expect(
      refused(() => Promise.reject(Object.assign(new Error(), { code: 'CODE', status: 500 }))),
    ).resolves.toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['get: was not refused; expected CODE', () => Promise.resolve(null)],
    [
      'get: code and status: found ["OTHER",500], expected ["CODE",500]',
      () => Promise.reject(Object.assign(new Error(), { code: 'OTHER', status: 500 })),
    ],
    [
      'get: code and status: found ["CODE",503], expected ["CODE",500]',
      () => Promise.reject(Object.assign(new Error(), { code: 'CODE', status: 503 })),
    ],
    [
      'get: code and status: found [null,null], expected ["CODE",500]',
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the subject
      () => Promise.reject(null),
    ],
  ])('is nothing else: %s', async (sentence, call) => {
    await expect(refused(call)).rejects.toEqual(violation(sentence));
  });

  it('is not a value without a promise', async () => {
    await expect(refused(() => true as never)).rejects.toEqual(
      violation('get: returned true instead of a promise'),
    );
  });

  it('is the cause of the violation if it has another code', async () => {
    const cause = new Error('the disk is full');
    const sentence = 'get: code and status: found [null,null], expected ["CODE",500]';
    await expect(refused(() => Promise.reject(cause))).rejects.toEqual(
      violation(sentence, { cause }),
    );
  });

  it('is not an exception, which is the cause of the violation', async () => {
    const cause = new Error('synchronous');
    const throwing = () => {
      throw cause;
    };
    await expect(refused(throwing)).rejects.toEqual(
      violation('get: threw instead of rejecting with CODE', { cause }),
    );
  });
});

it('a value is equal by content, and a violation shows both values', () => {
  const different = () => {
    expectEqual([1, null], [1, 'a'], 'the list');
  };
  expectEqual([1, null, ['a']], [1, null, ['a']], 'the list');
  expect(different).toThrow(violation('the list: found [1,null], expected [1,"a"]'));
});

it('a condition that does not hold is a violation with its sentence', () => {
  const failing = () => {
    expectThat(false, 'it is not');
  };
  expectThat(true, 'it is not');
  expect(failing).toThrow(violation('it is not'));
});

it('the text of a value is its UTF-8, and an absent value has none', () => {
  const value = new TextEncoder().encode('é');
  expect([textOf({ value, version: 'x' }), textOf(null)]).toEqual(['é', null]);
});

describe('a condition that is waited for', () => {
  it.each([1, 3])('is checked until it holds, at once first: %d times', async (first) => {
    let checks = 0;
    await eventually(() => Promise.resolve(++checks >= first), 'never');
    expect(checks).toBe(first);
  });

  it('is a violation with its sentence if it does not hold in 200 checks', async () => {
    let checks = 0;
    const outcome = eventually(() => Promise.resolve(++checks > 200), 'it never holds');
    await expect(outcome).rejects.toEqual(violation('it never holds'));
    expect(checks).toBe(200);
  });
});
