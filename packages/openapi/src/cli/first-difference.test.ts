import { expect, it } from '@jest/globals';
import { firstDifference } from './first-difference.js';

it.each<[readonly string[], unknown, unknown]>([
  [[], { a: 1 }, { a: 1 }],
  [[], 1, 2],
  [[], {}, null],
  [[], 'a', 'b'],
  [[], [], {}],
  [['a'], { a: 1 }, { a: 2 }],
  [['a'], { a: 1 }, {}],
  [['b'], { a: 1 }, { a: 1, b: 2 }],
  [['b', '0', 'c'], { a: 1, b: [{ c: 1 }] }, { b: [{ c: 2 }], a: 1 }],
  [['a', '1'], { a: [1] }, { a: [1, 2] }],
  [['a'], { a: [] }, { a: {} }],
  [['__proto__'], JSON.parse('{ "__proto__": {} }'), {}],
])('the first difference is at %j in %j and %j', (names, one, other) => {
  expect(firstDifference(one, other)).toEqual(names);
});
