import { describe, expect, it } from '@jest/globals';
import { parseContentLength } from './content-length.js';

describe('parseContentLength', () => {
  it.each([
    ['0', 0],
    ['10', 10],
    [' 7\t', 7],
    ['007', 7],
    ['5, 5,5', 5],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %j', (value, length) => {
    expect(parseContentLength(value)).toBe(length);
  });

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.9',
    '1e3',
    '0x10',
    'abc',
    '1 2',
    '5, 6',
    '5, 5, 6',
    '5,',
    ',5',
    '5, 05x',
    '9007199254740992',
    '٣',
    '1\n',
  ])('is null for %j', (value) => {
    expect(parseContentLength(value)).toBeNull();
  });
});
