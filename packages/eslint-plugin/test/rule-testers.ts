import { afterAll, describe, it } from '@jest/globals';
import { RuleTester } from 'eslint';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const settings: object = { describe, it, afterAll };
Object.assign(RuleTester, settings);

/** Tries a rule on JavaScript, where names are all that is known. */
export const untyped = new RuleTester({ languageOptions: { sourceType: 'module' } });

/** Tries a rule on TypeScript whose parser offers no types. */
export const parsedWithoutTypes = new RuleTester({ languageOptions: { parser: tseslint.parser } });

/** Tries a rule on TypeScript with types: programs are `file.ts` of the folder `fixtures`. */
export const typed = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: {
      projectService: true,
      tsconfigRootDir: fileURLToPath(new URL('fixtures', import.meta.url)),
    },
  },
});

/** Where a typed program lies. */
export const filename = fileURLToPath(new URL('fixtures/file.ts', import.meta.url));
