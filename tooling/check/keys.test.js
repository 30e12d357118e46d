import { describe, expect, it } from '@jest/globals';
import { keyProblems } from './keys.js';

const SHARED = ['packages/base/src/keys.ts', "export const ROUTED = 'mortise.routed';"];

describe('keyProblems', () => {
  it('accepts a key of one package, and those of the shared file', () => {
    expect(keyProblems(new Map([SHARED, ['packages/a/src/a.ts', "'mortise.a'"]]))).toEqual([]);
  });

  it.each(["'mortise.routed'", '"mortise.routed"', '`mortise.routed`'])(
    'refuses %s outside the shared file',
    (text) => {
      expect(keyProblems(new Map([SHARED, ['packages/a/src/a.ts', text]]))).toEqual([
        "packages/a/src/a.ts: 'mortise.routed': import it from @mortise/base/keys",
      ]);
    },
  );

  it.each(["'__routeContext__'", "const A = Symbol.for('@mortise/a');"])(
    'refuses %s in two files',
    (text) => {
      const problems = keyProblems(
        new Map([
          ['packages/a/src/a.ts', text],
          ['packages/b/src/b.ts', text],
        ]),
      );
      expect(problems).toHaveLength(2);
      expect(problems[0]).toContain('packages/a/src/a.ts');
    },
  );
});
