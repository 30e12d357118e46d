import { expect, it } from '@jest/globals';
import { loggedTarget } from './logged-target.js';

it.each([
  ['/books/7', '/books/7'],
  ['/books?token=secret', '/books?\u2026'],
  ['/books?', '/books?\u2026'],
  ['http://a.example/?a=1?b', 'http://a.example/?\u2026'],
  ['*', '*'],
  ['', ''],
])('logs %j as %j', (target, logged) => {
  expect(loggedTarget(target)).toBe(logged);
});
