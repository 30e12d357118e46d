import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { jsonErrorPosition } from './json-error-position.js';

const soup = fc.string({
  unit: fc.constantFrom(
    ...Array.from('{}[]":,1-.e0 \\ut\n'),
    '"a"',
    '"b":',
    'null',
    'true',
    '1.5e3',
    '\\u00e9',
  ),
});

describe('jsonErrorPosition', () => {
  it.each([
    ['', 0],
    ['  ', 2],
    ['[', 1],
    ['[]]', 2],
    ['[1 2]', 3],
    ['[,1]', 1],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{a:1}', 1],
    ['{"a":1,"b"}', 10],
    ['"abc', 4],
    ['"\\x"', 1],
    ['["\\u12e"]', 2],
    ['["\\b\\f\\n\\r\\t\\/\\\\\\"\\u00E9", x]', 27],
    ['[-1.5E+3, 1e-2, x]', 16],
    ['[01]', 2],
    ['[1.]', 2],
    ['nul', 0],
    ['1 1', 2],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{,}', 1],
    ['1,', 1],
    ['{"a":1]', 6],
    ['[1}', 2],
    ['{]', 1],
    ['[:', 1],
    ['["a\tb"]', 3],
    ['\t\r\n ?', 4],
    ['"\\u12G4"', 1],
    ['{"a":1,"b', 9],
    ['["a" "b]', 5],
    ['[1e+]', 2],
    ['[-]', 1],
  ])('finds in %j the error at position %i', (text, position) => {
    expect(jsonErrorPosition(text)).toBe(position);
  });

  it('finds no error in JSON, and always the first one otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.json()), (text) => {
        const position = jsonErrorPosition(text);
        expect(jsonErrorPosition(text.slice(0, position))).toBe(position);
        if (isJson(text)) expect(position).toBe(text.length);
      }),
      { numRuns: numRuns() },
    );
  });

  it('reads a string of a mebibyte', () => {
    expect(jsonErrorPosition(`["${'\\n'.repeat(2 ** 19)}" x`)).toBe(2 ** 20 + 4);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
