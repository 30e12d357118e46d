import { expect, it } from '@jest/globals';
import { mergedLimits } from './index.js';

const DEFAULTS = { fields: 100, bytes: 1024 };

function merge(given: object): Record<string, number> {
  return mergedLimits(DEFAULTS, given, (message) => new RangeError(message));
}

it('limits that are not given have their defaults', () => {
  expect(merge({})).toEqual(DEFAULTS);
  expect(merge({ fields: undefined })).toEqual(DEFAULTS);
  expect(merge({ bytes: 5 })).toEqual({ fields: 100, bytes: 5 });
  expect(merge({ fields: undefined, bytes: 5 })).toEqual({ fields: 100, bytes: 5 });
});

it('the defaults stay as they are', () => {
  merge({ fields: 5 }).bytes = 6;
  expect(DEFAULTS).toEqual({ fields: 100, bytes: 1024 });
});

it.each([0, 1, Number.MAX_SAFE_INTEGER])('%p is a limit', (value) => {
  expect(merge({ fields: value }).fields).toBe(value);
});

it.each([
  [-1, '-1'],
  [1.5, '1.5'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [2 ** 53, '9007199254740992'],
  ['5', '"5"'],
  [null, 'null'],
])('%p is refused', (value, quoted) => {
  expect(() => merge({ fields: value })).toThrow(
    new RangeError(`invalid limits.fields: received ${quoted}; expected an integer of at least 0`),
  );
});

it.each([
  ['bites', 7],
  ['bites', undefined],
  ['toString', 7],
])('the unknown name %s with %p is refused, and the known ones are named', (name, value) => {
  expect(() => merge({ [name]: value })).toThrow(
    new RangeError(`unknown option limits.${name}; expected one of fields, bytes`),
  );
});
