import { expect, it } from '@jest/globals';
import { withHead } from './allowed-methods.js';

it.each([
  [['GET'], ['GET', 'HEAD']],
  [
    ['PUT', 'GET', 'POST'],
    ['PUT', 'GET', 'HEAD', 'POST'],
  ],
  [
    ['HEAD', 'GET'],
    ['HEAD', 'GET'],
  ],
  [['PUT'], ['PUT']],
  [[], []],
])('withHead of %j is %j, and a new list', (methods, expected) => {
  const given = [...methods];
  expect(withHead(given)).toEqual(expected);
  expect(given).toEqual(methods);
});
