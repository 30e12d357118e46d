import { describe, expect, it } from '@jest/globals';
import { resolveReference } from './resolve-reference.js';

describe('a reference', () => {
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
  ])('to the name %j is %j', (name, written) => {
    const target = { type: 'integer' };
    const root = { $defs: { [name]: target } };
    expect(resolveReference(`#/$defs/${written}`, root)).toBe(target);
  });

  it('prefers the name as it is written to a percent-decoded one', () => {
    const root = { $defs: { 'a/b': { type: 'null' }, 'a%2Fb': { type: 'string' } } };
    expect(resolveReference('#/$defs/a%2Fb', root)).toEqual({ type: 'string' });
    expect(resolveReference('#/$defs/a~1b', root)).toEqual({ type: 'null' });
  });

  it('can be to the whole, an anchor, an identifier, a member of a list, or true', () => {
    const named = { $id: 'https://a.test/b', $anchor: 'b' };
    const root: Record<string, unknown> = { anyOf: [true, { items: named }] };
    root['self'] = root;
    expect(resolveReference('#', root)).toBe(root);
    expect(resolveReference('#b', root)).toBe(named);
    expect(resolveReference('https://a.test/b', root)).toBe(named);
    expect(resolveReference('#/anyOf/0', root)).toBe(true);
    expect(resolveReference('#/anyOf/1/items', root)).toBe(named);
  });

  it.each(['#/none', '#/toString', '#/anyOf/2', '#/anyOf/0/x', '#none', 'none', ''])(
    'to %j finds nothing',
    (ref) => {
      expect(resolveReference(ref, { anyOf: [true, {}] })).toBeUndefined();
    },
  );
});
