import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import { core } from './tooling/check/layers.js';

const nodeGlobals = Object.fromEntries(
  Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

export default defineConfig(
  globalIgnores([
    '**/dist/**',
    '**/node_modules/**',
    '**/coverage/**',
    '**/fixtures/**',
    '.cache/**',
    '**/.readme/**',
    // Programs of users: the tests of create-mortise check their types and run them.
    'packages/create-mortise/templates/**',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { jsdoc },
    languageOptions: {
      parserOptions: {
        // One program over all packages: one for each package takes more memory than Node has by default.
        project: 'tooling/check/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // These took a quarter of the time of all rules. Sources have no enums (`erasableSyntaxOnly`), and most classes have
      // private fields, so that the compiler refuses what is not an instance.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Formatted code has no such line breaks.
      'no-unexpected-multiline': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(\\.\\./)+[\\w-]+/src(/|$)|^(@mortise/[\\w-]+|mortise)/(src|dist)(/|$)',
              message: 'Go through the exports map of the package.',
            },
          ],
        },
      ],
      complexity: ['error', 12],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: { esm: true },
          require: { ClassDeclaration: true, FunctionDeclaration: true, MethodDefinition: false },
          contexts: [
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'ExportNamedDeclaration > VariableDeclaration',
          ],
        },
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      // The two files of the canonical path, and what they are made of.
      'packages/http-syntax/src/{canonical-path,base-path,percent}.ts',
      // The text of a canonical path that patterns see, and the fragment of a reference in a schema.
      'packages/router/src/path/escaped-slash.ts',
      'packages/endpoint/src/json-schema/shape.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/^decodeURI(Component)?$/]',
          message:
            'Use canonicalPath or decodePercent of http-syntax: all readers of a path decode alike.',
        },
        {
          selector:
            "BinaryExpression[operator=/^[!=]==?$/] > CallExpression[callee.property.name='getPath']",
          message: 'Compare canonicalPath(...): the path as received has many spellings.',
        },
        {
          selector:
            "MemberExpression[object.callee.property.name='getPath'][property.name=/^(startsWith|endsWith|includes|indexOf|match|search)$/]",
          message: 'Compare canonicalPath(...): the path as received has many spellings.',
        },
      ],
    },
  },
  {
    files: core.map((name) => `packages/${name}/src/**/*.ts`),
    ignores: ['**/*.test.ts', 'packages/*/src/node/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'Buffer',
        'setImmediate',
        'global',
        '__dirname',
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/test/**/*.ts'],
    rules: {
      // What a test asserts fails when it runs, whatever its type; `no-explicit-any` stays.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Its users are warned; a test may be about what is deprecated.
      '@typescript-eslint/no-deprecated': 'off',
      'no-useless-assignment': 'off',
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 400, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.object.name='fc'][callee.property.name='assert'][arguments.length<2]",
          message: 'Pass { numRuns: numRuns() } of tooling/properties, so that FC_NUM_RUNS counts.',
        },
        {
          selector: "Property[key.name='numRuns'] > Literal",
          message: 'Write numRuns(usual) of tooling/properties, so that FC_NUM_RUNS counts.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], languageOptions: { globals: nodeGlobals } },
);
