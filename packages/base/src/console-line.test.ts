import { format } from 'node:util';
import { expect, it } from '@jest/globals';
import { consoleLine } from './console-line.js';

const printed = (message: string, context: Readonly<Record<string, unknown>>) =>
  format(...consoleLine(message, context));

it('the message comes first, then each value after its name', () => {
  const context = { route: '/books/{id}', bytes: 9, user: null, tags: ['a', 'b'] };
  expect(printed('GET / 200', context)).toBe(
    'GET / 200 route=/books/{id} bytes=9 user=null tags=["a","b"]',
  );
});

it.each(['', 'two words', 'a="b"', 'a=b', 'line\nbreak'])(
  'text that could be read as more fields is quoted: %j',
  (text) => {
    expect(printed('GET / 200', { text })).toBe(`GET / 200 text=${JSON.stringify(text)}`);
  },
);

it('an error has its name and message, and no stack', () => {
  expect(printed('x', { exception: new RangeError('shelf 9') })).toBe(
    'x exception="RangeError: shelf 9"',
  );
});

it('control characters of the client begin no new line', () => {
  const value = { toJSON: () => 'a\u2028b\u0085c' };
  expect(printed('GET /\r\nfaked 200', { value })).toBe('GET / faked 200 value="a b c"');
});

it('the message is no format', () => {
  expect(printed('GET /%o%c 200', { bytes: 9 })).toBe('GET /%o%c 200 bytes=9');
});

it.each([undefined, 7n, () => 1, cycle()])(
  'a value without JSON does not prevent the line',
  (value) => {
    expect(printed('x', { value, bytes: 9 })).toMatch(/^x value=\S.* bytes=9$/);
  },
);

function cycle(): object {
  const list: unknown[] = [];
  list.push(list);
  return list;
}
