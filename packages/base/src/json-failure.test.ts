import { expect, it } from '@jest/globals';
import { jsonFailure } from './index.js';

const cycle: { self?: object } = {};
cycle.self = cycle;
const failing = {
  toJSON() {
    throw new Error('no');
  },
};

it.each<[string, unknown, readonly unknown[], string]>([
  [
    'a BigInt',
    { book: { id: 7n } },
    ['book', 'id'],
    'received a BigInt; expected a number or a string',
  ],
  [
    'a cycle',
    cycle,
    ['self'],
    'received an object that contains itself; expected data without cycles',
  ],
  [
    'a toJSON that throws',
    { failing },
    [],
    'received an object; expected data that JSON can represent',
  ],
])('%s is why JSON.stringify throws', (_what, data, path, problem) => {
  expect(jsonFailure(data)).toMatchObject({ path, problem });
});

it.each([{ at: NaN }, { map: new Map() }, { call: () => 1 }, undefined, {}])(
  'a value that JSON changes or omits is no failure: %p',
  (data) => {
    expect(jsonFailure(data)).toBeNull();
  },
);
