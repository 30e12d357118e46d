import { expect, it } from '@jest/globals';
import { addVary } from './vary.js';

it.each([
  ['', 'Cookie', 'Cookie'],
  [' , ', 'Cookie', 'Cookie'],
  ['Accept', 'Cookie', 'Accept, Cookie'],
  ['accept , COOKIE', 'Cookie', 'accept , COOKIE'],
  ['Cookies', 'Cookie', 'Cookies, Cookie'],
  ['Accept, Accept-Language', 'Cookie', 'Accept, Accept-Language, Cookie'],
  ['Accept-Encoding', 'Accept', 'Accept-Encoding, Accept'],
  ['*', 'Cookie', '*'],
  ['Accept, *', 'Cookie', 'Accept, *'],
  ['Accept', '*', '*'],
])('to Vary: %j, adding %s results in %j', (value, name, expected) => {
  expect(addVary(value, name)).toBe(expected);
});
