import { expect, it } from '@jest/globals';
import { nearest } from './nearest.js';

it.each([
  ['httponly', 'httpOnly'],
  ['credentails', 'credentials'],
  ['maxAges', 'maxAge'],
  ['axAge', 'maxAge'],
  ['maxAgee2', 'maxAge'],
  ['maxAg', 'maxAge'],
  ['ttl', null],
  ['maxA', 'maxAge'],
  ['max', null],
  ['', null],
])('%j is most like %j', (name, expected) => {
  expect(nearest(name, ['credentials', 'httpOnly', 'maxAge'])).toBe(expected);
});

it('the nearest wins, then the first', () => {
  expect(nearest('cats', ['bat', 'cat', 'cut', 'cats'])).toBe('cats');
  expect(nearest('cet', ['cat', 'cut'])).toBe('cat');
});

it('a name of one letter is never like another', () => {
  expect(nearest('a', ['b'])).toBeNull();
});
