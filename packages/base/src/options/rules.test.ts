import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  accepted,
  afterRequest,
  boolean,
  callable,
  choice,
  decision,
  ensure,
  integer,
  list,
  methods,
  object,
  observer,
  optional,
  or,
  clock,
  randomSource,
  rule,
  type Rule,
  synchronous,
  text,
} from './index.js';

const refuses = (of: Rule<unknown>, value: unknown, expected: string): void => {
  expect(() => accepted(of, value, 'toy.n')).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'toy.n', value }),
  );
  expect(of.expected).toBe(expected);
};

describe('rules', () => {
  it.each([1, 7, 10])('integer accepts %d of a range from 1 to 10', (value) => {
    expect(accepted(integer(1, 10), value, 'toy.n')).toBe(value);
  });

  it.each([0, 11, 1.5, Number.NaN, Infinity, '7', null])(
    'integer refuses %p in a range from 1 to 10',
    (value) => {
      refuses(integer(1, 10), value, 'an integer from 1 to 10');
    },
  );

  it.each(['', 'abc', '\0'])('text accepts %j of at most 3 characters', (value) => {
    expect(accepted(text(3), value, 'toy.n')).toBe(value);
  });

  it.each(['abcd', 7, null, ['a']])('text refuses %j as at most 3 characters', (value) => {
    refuses(text(3), value, 'a string of at most 3 characters');
  });

  it('integer accepts all safe integers from the least on if there is no maximum', () => {
    expect(accepted(integer(2), 2, 'toy.n')).toBe(2);
    expect(accepted(integer(2), Number.MAX_SAFE_INTEGER, 'toy.n')).toBe(Number.MAX_SAFE_INTEGER);
    refuses(integer(2), 1, 'an integer of at least 2');
    refuses(integer(2), 2 ** 53, 'an integer of at least 2');
  });

  it('integer names its unit', () => {
    refuses(integer(1, 9, 'seconds'), 0, 'an integer from 1 to 9, in seconds');
  });

  it.each([1, null, 'true'])('boolean refuses %j', (value) => {
    refuses(boolean, value, 'true or false');
  });

  it('choice accepts its texts alone', () => {
    expect(accepted(choice('a', 'b'), 'b', 'toy.n')).toBe('b');
    refuses(choice('a', 'b'), 'c', 'one of "a", "b"');
  });

  it('callable accepts functions alone', () => {
    expect(accepted<unknown>(callable, Date.now, 'toy.n')).toBe(Date.now);
    refuses(callable, 5, 'a function');
  });

  it('afterRequest refuses a function with one parameter, which would take the request for its value', () => {
    const rule = afterRequest('(request, token) => user');
    for (const call of [(a: unknown, b: unknown) => [a, b], () => 1, (...all: unknown[]) => all])
      expect(accepted<unknown>(rule, call, 'toy.n')).toBe(call);
    const expected = 'a function with two parameters: (request, token) => user';
    for (const value of [(token: unknown) => token, 5, undefined]) refuses(rule, value, expected);
  });

  it('object accepts objects with members alone: no list, Map or promise, which have no options', () => {
    for (const value of [{}, Object.create(null), new URL('http://a.test')]) {
      expect(accepted<unknown>(object, value, 'toy.n')).toBe(value);
    }
    const others = [null, [], new Map(), new Headers(), Promise.resolve({}), 'x', 5, () => 0];
    for (const value of others) refuses(object, value, 'an object');
  });

  it('methods accepts inherited methods, and refuses an object without one of them', () => {
    const store = { get: () => null };
    const inherited = Object.create(store) as typeof store;
    expect(accepted<unknown>(methods('a store', 'get'), inherited, 'toy.n')).toBe(inherited);
    refuses(methods('a store', 'get', 'set'), store, 'a store');
    refuses(methods('a store', 'get'), null, 'a store');
  });

  it('list names the member that its rule refuses', () => {
    const numbers = list(integer(0), 'a list of numbers');
    expect(accepted(numbers, [1, 2], 'toy.n')).toEqual([1, 2]);
    expect(() => accepted(numbers, [1, '2'], 'toy.n')).toThrow(
      'invalid toy.n[1]: received "2"; expected an integer of at least 0',
    );
    refuses(numbers, 'x', 'a list of numbers');
  });

  it('or and optional replace undefined alone', () => {
    expect(accepted<unknown>(or(integer(1), 5), undefined, 'toy.n')).toBe(5);
    expect(accepted<unknown>(optional(integer(1)), undefined, 'toy.n')).toBeUndefined();
    expect(() => accepted<unknown>(or(integer(1), 5), null, 'toy.n')).toThrow('received null');
  });

  it('ensure refuses what does not hold', () => {
    expect(() => {
      ensure(true, 'toy.n', 7, 'six');
    }).not.toThrow();
    expect(() => {
      ensure(false, 'toy.n', 7, 'six');
    }).toThrow('invalid toy.n: received 7; expected six');
  });

  it('rule has a condition and a sentence of its own', () => {
    refuses(
      rule((value) => value === 'x', '"x"'),
      'y',
      '"x"',
    );
  });
});

describe('rules of functions', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const failure = new Error('of the function');
  const fails = (): never => {
    throw failure;
  };
  const rejects = () => Promise.reject(failure);
  const functionOf = (of: Rule<unknown, unknown>, value: unknown) =>
    accepted(of, value, 'toy.n') as (...given: readonly unknown[]) => unknown;

  it.each([observer, synchronous])('refuse what is not a function', (of) => {
    const expected = { code: 'OPTION_INVALID', option: 'toy.n' };
    expect(() => functionOf(of, 7)).toThrow(expect.objectContaining(expected));
  });

  it('observer passes all arguments, and returns nothing', () => {
    const given = jest.fn(() => 7);
    expect(functionOf(observer, given)(1, 'b')).toBeUndefined();
    expect(given.mock.calls).toEqual([[1, 'b']]);
  });

  it('observer without a value does nothing', () => {
    expect(functionOf(observer, undefined)()).toBeUndefined();
  });

  it.each([
    ['throws', fails],
    ['rejects', rejects],
  ])('observer that %s is printed under its path', async (_, given) => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    functionOf(observer, given)();
    await Promise.resolve();
    expect(printed.mock.calls).toEqual([['toy.n failed:', failure]]);
  });

  it('observer whose failure cannot be printed either does not throw', () => {
    jest.spyOn(console, 'error').mockImplementation(fails);
    expect(functionOf(observer, fails)()).toBeUndefined();
  });

  it('synchronous passes arguments, result and exception', () => {
    expect(functionOf(synchronous, (a: number, b: number) => a + b)(3, 4)).toBe(7);
    expect(functionOf(synchronous, fails)).toThrow(failure);
  });

  it('synchronous refuses a promise', () => {
    expect(functionOf(synchronous, rejects)).toThrow(
      'invalid toy.n: received a promise; expected a function that returns no promise',
    );
  });

  it('decision passes arguments, true and false, and exceptions', () => {
    const isMore = functionOf(decision, (a: number, b: number) => a > b);
    expect([isMore(2, 1), isMore(1, 2)]).toEqual([true, false]);
    expect(functionOf(decision, fails)).toThrow(failure);
  });

  it.each([
    [[], 'an array'],
    ['no', '"no"'],
    [1, '1'],
    [undefined, 'undefined'],
    [Promise.resolve(true), 'a promise'],
  ])('decision refuses %p', (result, received) => {
    expect(functionOf(decision, () => result)).toThrow(
      `invalid toy.n: received ${received}; expected a function that returns true or false`,
    );
  });

  it('clock passes a time, by default that of the platform', () => {
    expect(functionOf(clock, () => 0.5)()).toBe(0.5);
    const before = Date.now();
    expect(functionOf(clock, undefined)()).toBeGreaterThanOrEqual(before);
  });

  it.each<[unknown, string]>([
    [new Date(0), 'an instance of Date'],
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    ['5', '"5"'],
    [undefined, 'undefined'],
    [Promise.reject(failure), 'a promise'],
  ])('clock refuses %p', (result, received) => {
    expect(functionOf(clock, () => result)).toThrow(
      `invalid toy.n: received ${received}; expected a function that returns milliseconds, as a number`,
    );
  });

  it('randomSource passes as many bytes as it was asked for', () => {
    for (const bytes of [Uint8Array.of(1, 2, 3), Buffer.from('abc')])
      expect(functionOf(randomSource, () => bytes)(3)).toBe(bytes);
    expect(functionOf(randomSource, undefined)(3)).toHaveLength(3);
  });

  it.each<[unknown, string]>([
    ['a1b2c3', 'a string of length 6'],
    [Uint8Array.of(1, 2), 'another number of bytes'],
    [Uint8Array.of(1, 2, 3, 4), 'another number of bytes'],
    [[1, 2, 3], 'an array'],
    [undefined, 'undefined'],
    [rejects, 'a function'],
    [Promise.reject(failure), 'a promise'],
  ])('randomSource refuses %p, and does not show it', (result, received) => {
    const message = `invalid toy.n: received ${received}; expected a function that returns 3 bytes, as a Uint8Array`;
    expect(() => functionOf(randomSource, () => result)(3)).toThrow(
      expect.objectContaining({ message, value: undefined }),
    );
  });
});
