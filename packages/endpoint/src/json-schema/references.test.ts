import { describe, expect, it } from '@jest/globals';
import { coercionOf } from './coercion.js';

describe('text for a schema behind a reference', () => {
  it.each([
    ['a/b', 'a~1b'],
    ['a/b', 'a%2Fb'],
    ['a/b', 'a/b'],
    ['a~b', 'a~0b'],
    ['a~1b', 'a~01b'],
    ['a%2Fb', 'a%2Fb'],
    ['50%', '50%'],
    ['50%', '50%25'],
    ['a b', 'a b'],
    ['a b', 'a%20b'],
    ['é', '%C3%A9'],
    ['#', '#'],
    ['', ''],
  ])('to the name %j, written %j, is converted', (name, written) => {
    const schema = {
      $defs: { [name]: { type: 'integer' } },
      properties: { n: { $ref: `#/$defs/${written}` } },
    };
    expect(coercionOf(schema)({ n: '7' })).toEqual({ n: 7 });
  });
});
