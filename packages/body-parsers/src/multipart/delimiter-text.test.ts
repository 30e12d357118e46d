import { describe, expect, it } from '@jest/globals';
import { DelimiterText } from './delimiter-text.js';

describe('DelimiterText', () => {
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
