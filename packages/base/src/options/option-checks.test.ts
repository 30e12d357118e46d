import { describe, expect, it } from '@jest/globals';
import { OptionError } from '../index.js';
import { OptionChecks } from './index.js';

const check = new OptionChecks(OptionError);

describe('OptionChecks', () => {
  it('refuses an unknown name', () => {
    expect(() => {
      check.names({ a: 1 }, ['a', 'b']);
    }).not.toThrow();
    expect(() => {
      check.names({ maxEntrys: 5 }, ['maxEntries', 'now']);
    }).toThrow('invalid maxEntrys: received 5; expected one of the options maxEntries, now');
  });

  it.each([1, 7, 10])('returns the integer %d of a range from 1 to 10', (value) => {
    expect(check.integer('n', value, 1, 10)).toBe(value);
  });

  it.each([0, 11, 1.5, Number.NaN, Infinity, '7'])(
    'refuses %p in a range from 1 to 10',
    (value) => {
      expect(() => check.integer('n', value as number, 1, 10)).toThrow(
        /^invalid n: received .*; expected an integer from 1 to 10$/,
      );
    },
  );

  it('refuses a text that is not among the choices', () => {
    expect(check.choice<string>('kind', 'a', ['a', 'b'])).toBe('a');
    expect(() => check.choice<string>('kind', 'c', ['a', 'b'])).toThrow(
      'invalid kind: received "c"; expected one of "a", "b"',
    );
  });

  it('refuses a value that is not a function', () => {
    expect(() => check.callable('now', 5)).toThrow('invalid now: received 5; expected a function');
  });

  it('refuses an object without one of the methods', () => {
    const store = { get: () => null };
    expect(check.methods('store', store, ['get'], 'a store')).toBe(store);
    expect(() => check.methods('store', store, ['get', 'set'], 'a store')).toThrow(
      'invalid store: received an object; expected a store',
    );
  });
});
