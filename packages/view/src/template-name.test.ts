import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { isTemplateName } from './index.js';

describe('isTemplateName', () => {
  it.each(['home', 'books/list', 'a/b/c.html', '...', '.a', 'a b', '@admin/home', '\u00e9'])(
    'accepts %j',
    (name) => {
      expect(isTemplateName(name)).toBe(true);
    },
  );

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/..',
    'a/./b',
    'a\\b',
    'c:a',
    'a\0',
    'a\n',
  ])('refuses %j', (name) => {
    expect(isTemplateName(name)).toBe(false);
  });

  it.each([undefined, null, 7, ['a'], {}])('refuses %p, which is not text', (name) => {
    expect(isTemplateName(name)).toBe(false);
  });

  it('accepts only names that stay below a folder', () => {
    const segment = fc.oneof(fc.constantFrom('.', '..', '', '/', '\\', 'c:', '\0'), fc.string());
    const names = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(names, (name) => {
        fc.pre(isTemplateName(name));
        expect(join('/root', name)).toBe(`/root/${name}`);
      }),
      { numRuns: numRuns() },
    );
  });
});
