import { describe, expect, it } from '@jest/globals';
import { DelimiterText } from './delimiter-text.js';

describe('DelimiterText', () => {
  it.each([
    ['b', '..--b', 2],
    ['b', '-----b', 3],
    ['--b', '..----b', 2],
    ['--b', '.----', -1],
    ['--', 'x----', 1],
    ['-', 'x--', -1],
    ['b-', '--b', -1],
    ['b-', '--b-', 0],
  ])('of the boundary %j begins in %j at %d', (boundary, bytes, index) => {
    expect(new DelimiterText(boundary).indexIn(Buffer.from(bytes))).toBe(index);
  });

  it.each([
    ['', 0],
    ['x', 1],
    ['x\n', 1],
    ['x\r', 1],
    ['x\r\n', 1],
    ['x\n\r', 2],
    ['x\r\n-', 1],
    ['x\r\n--', 1],
    ['x\n--b', 1],
    ['x\n-b', 4],
    ['x--b', 4],
    ['x\n--bo', 6],
  ])('begins in %j after a line end at %d', (bytes, index) => {
    const text = new DelimiterText('b1');
    const data = Buffer.from(`\r${bytes}.`);
    expect(text.begunIn(data, 1, data.length - 1) - 1).toBe(index);
  });
});
