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
  ['bytes and the same ones', Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
  ['bytes and others', Uint8Array.of(1, 2), Uint8Array.of(1, 3), false],
  ['a list and a longer one', ['x'], ['x', 'y'], false],
  ['a map and one with more', { a: 1 }, { a: 1, b: undefined }, false],
  ['maps that differ below', { a: { b: [1] } }, { a: { b: [2] } }, false],
  ['numbers like Object.is', [NaN, 0], [NaN, 0], true],
  ['0 and -0', 0, -0, false],
  ['null and an empty map', null, {}, false],
])('compares %s', (_, one, other, equal) => {
  expect([isEqual(one, other), isEqual(other, one)]).toEqual([equal, equal]);
});

function nullMap(members: object): object {
  return Object.assign(Object.create(null) as object, members);
}
