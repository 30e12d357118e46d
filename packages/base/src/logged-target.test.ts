import { expect, it } from '@jest/globals';
import { loggedTarget } from './logged-target.js';

it.each([
  ['/books/7', '/books/7'],
  ['/books?token=secret', '/books?\u2026'],
  ['/books?', '/books?\u2026'],
  ['http://a.example/?a=1?b', 'http://a.example/?\u2026'],
  ['/books#token', '/books#\u2026'],
  ['/books#a?b', '/books#\u2026'],
  ['http://ada:secret@a.example:81/b@c?d', 'http://\u2026@a.example:81/b@c?\u2026'],
  ['http://ada@secret@a.example', 'http://\u2026@a.example'],
  ['ada:secret@a.example:443', '\u2026@a.example:443'],
  ['/b@c', '/b@c'],
  ['http://a.example/b@c', 'http://a.example/b@c'],
  ['*', '*'],
  ['', ''],
])('logs %j as %j', (target, logged) => {
  expect(loggedTarget(target)).toBe(logged);
});
