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

  it('refuses a key in two files', () => {
    const problems = keyProblems(
      new Map([
        ['packages/a/src/a.ts', "'__routeContext__'"],
        ['packages/b/src/b.ts', "'__routeContext__'"],
      ]),
    );
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('packages/a/src/a.ts');
  });

  it('refuses a registered symbol outside the file of all symbols', () => {
    const text = "const A = Symbol.for('@mortise/a');";
    expect(keyProblems(new Map([['packages/base/src/symbols.ts', text]]))).toEqual([]);
    expect(keyProblems(new Map([['packages/a/src/a.ts', text]]))).toEqual([
      'packages/a/src/a.ts: Symbol.for: declare a registered symbol in packages/base/src/symbols.ts',
    ]);
  });
});
