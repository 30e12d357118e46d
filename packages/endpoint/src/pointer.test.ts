import { describe, expect, it } from '@jest/globals';
import type { SchemaIssue } from '@mortise/contract';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { pointerOf, pointersOf } from './pointer.js';

describe('pointerOf', () => {
  it.each<[readonly (string | number | { key: string })[], string]>([
    [[], '#'],
    [['a', 0, { key: 'b' }], '#/a/0/b'],
    [['~/'], '#/~0~1'],
    [[''], '#/'],
    [['ü %'], '#/%C3%BC%20%25'],
    [['\ud800'], '#/%EF%BF%BD'],
  ])('writes %j as %s', (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer);
  });

  it.each([
    [498, '#/'.concat('a'.repeat(498))],
    [499, '#'],
  ])('points to the parent if a key of %d characters does not fit', (length, pointer) => {
    expect(pointerOf(['a'.repeat(length)])).toBe(pointer);
  });

  it.each(['x'.repeat(499), 'ü'.repeat(200)])(
    'ends before a key that does not fit, whatever follows: %#',
    (key) => {
      expect(pointerOf(['a', key, 'b'])).toBe('#/a');
    },
  );

  it('resolves to the part that it points to, for any keys', () => {
    const key = fc
      .string({ maxLength: 8, unit: 'grapheme' })
      .filter((text) => text !== '__proto__');
    fc.assert(
      fc.property(fc.array(key, { maxLength: 5 }), (path) => {
        const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'here');
        const segments = decodeURIComponent(pointerOf(path).slice(1)).split('/').slice(1);
        const found = segments.reduce<unknown>(
          (at, text) =>
            (at as Record<string, unknown>)[text.replaceAll('~1', '/').replaceAll('~0', '~')],
          value,
        );
        expect(found).toBe('here');
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('pointersOf', () => {
  it.each<[string, SchemaIssue, readonly string[]]>([
    ['a value', { message: '', path: ['a', 0] }, ['#/a/0']],
    ['the whole value', { message: '' }, ['#']],
    [
      'unknown keys, as zod reports them',
      { message: '', path: ['a'], ...{ code: 'unrecognized_keys', keys: ['b', 'c/d'] } },
      ['#/a/b', '#/a/c~1d'],
    ],
    [
      'no unknown key',
      { message: '', path: ['a'], ...{ code: 'unrecognized_keys', keys: [] } },
      ['#/a'],
    ],
    [
      'keys of another code',
      { message: '', path: ['a'], ...{ code: 'custom', keys: ['b'] } },
      ['#/a'],
    ],
  ])('names each value that is invalid: %s', (_what, issue, pointers) => {
    expect(pointersOf(issue)).toEqual(pointers);
  });
});
