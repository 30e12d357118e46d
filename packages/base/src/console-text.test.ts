import { format } from 'node:util';
import { expect, it } from '@jest/globals';
import { consoleText } from './index.js';

it.each(['', 'GET /', 'GET /%63%d0%b0%s', '100 %', '%c hidden'])(
  '%p is printed as it is',
  (text) => {
    const [first, ...others] = consoleText(text);
    expect(format(first, ...others, 'context')).toBe(`${text} context`);
  },
);

it('a text without a percent sign is the first argument', () => {
  expect(consoleText('GET / 200')).toEqual(['GET / 200']);
});
