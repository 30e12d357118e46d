import { expect, it } from '@jest/globals';
import { isEqual } from './is-equal.js';

it.each<[string, unknown, unknown, boolean]>([
  ['maps with any prototype and order', { a: 1, b: [2] }, nullMap({ b: [2], a: 1 }), true],
  ['a list and the map of its indices', ['x'], { 0: 'x' }, false],
  ['an empty list and an empty map', [], {}, false],
  ['bytes and the list of them', Uint8Array.of(1), [1], false],
  ['bytes and longer ones', Uint8Array.of(1), Uint8Array.of(1, 2), false],
  [
    'a map and one with another member of the same value',
    { a: undefined },
    { b: undefined },
    false,
  ],
  ['null and an empty map', null, {}, false],
])('compares %s', (_, one, other, equal) => {
  expect([isEqual(one, other), isEqual(other, one)]).toEqual([equal, equal]);
});

function nullMap(members: object): object {
  return Object.assign(Object.create(null) as object, members);
}
