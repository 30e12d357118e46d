import { describe, expect, it } from '@jest/globals';
import type { MessageErrorCode } from '@mortise/http-message';
import { ContractViolation } from './contract-violation.js';
import { expectNullPrototype, expectRejection, expectThrow } from './expect.js';
import { withoutWaiting } from './patience.js';

const wanted: MessageErrorCode = 'STREAM_DETACHED';
const refusal = (code: unknown, value?: unknown) =>
  Object.assign(new Error('No.'), { code, value });
const throwing = (error: unknown) => () => {
  throw error as Error;
};

const violation = (message: string) =>
  expect.objectContaining({ constructor: ContractViolation, message });

describe('what the kit expects of a refused call', () => {
  it('is an error with the code, which the check returns', async () => {
    const error = refusal(wanted);
    expect(expectThrow(wanted, throwing(error))).toBe(error);
    expect(await expectRejection(wanted, () => Promise.reject(error))).toBe(error);
  });

  it.each([
    [
      'another code',
      refusal('BODY_CONSUMED'),
      'the code is "BODY_CONSUMED", not STREAM_DETACHED: No.',
    ],
    ['no code', new Error('No.'), 'the code is undefined, not STREAM_DETACHED: No.'],
    ['no error', wanted, 'the thrown value is not an Error'],
  ])('is not %s', async (_, error, sentence) => {
    expect(() => expectThrow(wanted, throwing(error))).toThrow(violation(sentence));
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the subject
    await expect(expectRejection(wanted, () => Promise.reject(error))).rejects.toThrow(
      violation(sentence),
    );
  });

  it('is not a call that succeeds', async () => {
    const sentence = 'nothing was thrown; expected STREAM_DETACHED';
    expect(() => expectThrow(wanted, () => 1)).toThrow(violation(sentence));
    await expect(expectRejection(wanted, () => Promise.resolve(1))).rejects.toThrow(
      violation('nothing was rejected; expected STREAM_DETACHED'),
    );
  });

  it('names the refused value', () => {
    expect(() => expectThrow(wanted, throwing(refusal(wanted, 'a')), 'b')).toThrow(
      violation('"b": the error\'s value is "a", not the refused value'),
    );
  });

  it('is not a synchronous exception where a promise must reject', async () => {
    await expect(expectRejection(wanted, throwing(refusal(wanted)))).rejects.toThrow(
      violation('threw STREAM_DETACHED instead of rejecting with it'),
    );
  });
});

it('a map with a prototype violates the contract', () => {
  expectNullPrototype(Object.create(null) as object, 'the query');
  expect(() => {
    expectNullPrototype({}, 'the query');
  }).toThrow(violation('the query has a prototype'));
});

describe('a promise that must not wait', () => {
  it('returns its value', async () => {
    expect(await withoutWaiting(Promise.resolve(1), 'read()')).toBe(1);
  });

  it('violates the contract if it never settles', async () => {
    await expect(withoutWaiting(new Promise(() => undefined), 'read()')).rejects.toThrow(
      violation('read() never settles'),
    );
  });
});
