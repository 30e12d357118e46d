import { describe, expect, it } from '@jest/globals';
import type { MessageErrorCode } from '@mortise/http-message';
import { ContractViolation } from './contract-violation.js';
import {
  expectEachRefused,
  expectEqual,
  expectNullPrototype,
  expectRejection,
  expectSame,
  expectThrow,
} from './expect.js';
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

  it('names a value that is not refused', async () => {
    expect(() => expectThrow(wanted, () => 1, 'b')).toThrow(
      violation('"b": nothing was thrown; expected STREAM_DETACHED'),
    );
    await expect(expectRejection(wanted, () => Promise.resolve(1), NaN)).rejects.toThrow(
      violation('NaN: nothing was rejected; expected STREAM_DETACHED'),
    );
    expect(() => expectThrow(wanted, throwing(refusal('BODY_CONSUMED', 'b')), 'b')).toThrow(
      violation('"b": the code is "BODY_CONSUMED", not STREAM_DETACHED: No.'),
    );
  });

  it('names the refused value where the error can have another one', () => {
    expect(() => expectThrow(wanted, () => 1, undefined, [7, 2])).toThrow(
      violation('[7,2]: nothing was thrown; expected STREAM_DETACHED'),
    );
    const error = refusal('BODY_CONSUMED', 'its own');
    expect(() => expectThrow(wanted, throwing(error), undefined, 'b')).toThrow(
      violation('"b": the code is "BODY_CONSUMED", not STREAM_DETACHED: No.'),
    );
    const allowed = refusal(wanted, 'its own');
    expect(expectThrow(wanted, throwing(allowed), undefined, 'b')).toBe(allowed);
  });

  it('is refused for each value, NaN included', () => {
    const values: unknown[] = [];
    const refuse = (value: unknown) => {
      values.push(value);
      throw refusal(wanted, value);
    };
    expectEachRefused(wanted, [1, NaN, null], refuse);
    expect(values).toEqual([1, NaN, null]);
    const except = (value: unknown) => (value === 3 ? value : refuse(value));
    expect(() => {
      expectEachRefused(wanted, [1, 2, 3], except);
    }).toThrow(violation('3: nothing was thrown; expected STREAM_DETACHED'));
  });

  it('is not a promise, whose rejection is then no unhandled one', async () => {
    // Jest fails a test during which a rejection is left unhandled.
    expect(() => expectThrow(wanted, () => Promise.reject(refusal(wanted)))).toThrow(
      violation('nothing was thrown; expected STREAM_DETACHED'),
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
  });

  it('is the cause of the violation if it has another code or value', () => {
    for (const error of [refusal('BODY_CONSUMED'), wanted, refusal(wanted, 'a')]) {
      expect(() => expectThrow(wanted, throwing(error), 'b')).toThrow(
        expect.objectContaining({ constructor: ContractViolation, cause: error }),
      );
    }
  });

  it('is not a synchronous exception where a promise must reject', async () => {
    await expect(expectRejection(wanted, throwing(refusal(wanted)))).rejects.toThrow(
      violation('threw STREAM_DETACHED instead of rejecting with it'),
    );
  });
});

it.each<[string, unknown, unknown]>([
  ['x is "a", not "b"', 'a', 'b'],
  ['x is 0, not 0', -0, 0],
  ['x is NaN, not null', NaN, null],
  ['x is undefined, not {}', undefined, {}],
  ['x is ["a"], not {"0":"a"}', ['a'], { 0: 'a' }],
  ['x is "\\u212a\\u007f", not "K"', '\u212a\x7f', 'K'],
  ['x is bytes [1 2], not bytes [1]', Uint8Array.of(1, 2), Uint8Array.of(1)],
])('a value that differs violates the contract: %s', (sentence, actual, expected) => {
  expect(() => {
    expectEqual(actual, expected, 'x');
  }).toThrow(violation(sentence));
});

it('an equal object that is not the same violates the contract, NaN is the same', () => {
  expectSame(NaN, NaN, 'the value');
  expect(() => {
    expectSame({}, {}, 'the value');
  }).toThrow(violation('the value is another object'));
});

it.each<[string, unknown, unknown]>([
  ['the value is undefined, not that object', undefined, {}],
  ['the value is "TypeError: a", not "Error: b"', new TypeError('a'), new Error('b')],
  ['the value is null, not "Error: b"', null, new Error('b')],
  ['the value is another object', () => 1, new Error('b')],
])('an error or a plain value instead of an object is shown: %s', (sentence, actual, expected) => {
  expect(() => {
    expectSame(actual, expected, 'the value');
  }).toThrow(violation(sentence));
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
