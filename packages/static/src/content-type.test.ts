import { expect, it } from '@jest/globals';
import { contentTypeOf } from './content-type.js';

it.each([
  ['a.html', 'text/html; charset=utf-8'],
  ['a.css', 'text/css; charset=utf-8'],
  ['a.svg', 'image/svg+xml; charset=utf-8'],
  ['a.js', 'text/javascript; charset=utf-8'],
  ['a.xsl', 'application/xml; charset=utf-8'],
  ['a.png', 'image/png'],
  ['a.json', 'application/json'],
])('%s is %s', (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});

it('the last extension counts, in any case', () => {
  expect(contentTypeOf('a.css.PNG')).toBe('image/png');
});

it.each(['png', '.', 'a.', 'a.unknown', '', 'a.constructor', 'a.__proto__'])(
  '%p is bytes of no known type',
  (name) => {
    expect(contentTypeOf(name)).toBe('application/octet-stream');
  },
);
