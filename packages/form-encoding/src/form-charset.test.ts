import { describe, expect, it } from '@jest/globals';
import { formCharset } from './index.js';

describe('formCharset', () => {
  it.each([
    ['utf-8', 'utf-8'],
    ['UTF8', 'utf-8'],
    ['windows-1252', 'windows-1252'],
    ['ISO-8859-1', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['us-ascii', 'windows-1252'],
    ['utf-16', null],
    ['shift_jis', null],
    ['', null],
    ['nonsense', null],
  ])('reads the label %j as %s', (label, charset) => {
    expect(formCharset(label)).toBe(charset);
  });
});
