/**
 * What oxlint refuses: errors of types, the recommended rules of ESLint, the strict ones of typescript-eslint, which ask
 * the compiler for types, and some of our own.
 */
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { core } from './tooling/check/import-rules.js';

/** Rules that oxlint does not have: such code does not parse as a module, or sources have none (`erasableSyntaxOnly`). */
const UNKNOWN = [
  'no-dupe-args',
  'no-new-symbol',
  'no-octal',
  'no-return-await',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
];

const SOURCES = ['packages/*/src/**/*.ts'];
const TESTS = ['**/*.test.ts', '**/test/**/*.ts'];

/** Refuses syntax by selectors of ESLint, each with its message. */
const withoutSyntax = (rows) => ({
  'eslint-rules/no-restricted-syntax': [
    'error',
    ...Object.entries(rows).map(([selector, message]) => ({ selector, message })),
  ],
});

export default {
  plugins: ['typescript'],
  jsPlugins: ['./tooling/check/eslint-rules.js'],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, node: true },
  ignorePatterns: [
    '**/dist/**',
    '**/.readme/**',
    // Programs of users: the tests of create-mortise check their types and run them.
    'packages/create-mortise/templates/**',
  ],
  rules: named(js.configs.recommended.rules),
  overrides: [
    { files: ['tooling/site/**', 'examples/*/src/pages/**'], env: { browser: true } },
    {
      files: ['tooling/runtimes/served/**', 'benchmarks/http/contestants/**'],
      globals: { Bun: 'readonly', Deno: 'readonly' },
    },
    {
      files: ['**/*.ts'],
      rules: {
        ...named(
          Object.assign({}, ...tseslint.configs.strictTypeChecked.map(({ rules }) => rules)),
        ),
        'typescript/consistent-type-imports': 'error',
        // Sources have no enums (`erasableSyntaxOnly`).
        'typescript/no-unsafe-enum-comparison': 'off',
        // Formatted code has no such line breaks.
        'no-unexpected-multiline': 'off',
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
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
      files: SOURCES,
      excludeFiles: TESTS,
      rules: {
        'eslint-rules/require-jsdoc': [
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
      files: SOURCES,
      excludeFiles: [
        ...TESTS,
        // The two files of the canonical path, and what they are made of.
        'packages/http-syntax/src/{canonical-path,base-path,percent}.ts',
        // The text of a canonical path that patterns see, and the fragment of a reference in a schema.
        'packages/router/src/path/escaped-slash.ts',
        'packages/endpoint/src/json-schema/shape.ts',
      ],
      rules: withoutSyntax({
        'CallExpression[callee.name=/^decodeURI(Component)?$/]':
          'Use canonicalPath or decodePercent of http-syntax: all readers of a path decode alike.',
      }),
    },
    {
      files: SOURCES,
      excludeFiles: TESTS,
      rules: { 'eslint-rules/compare-request-path': 'error' },
    },
    {
      files: core.map((name) => `packages/${name}/src/**/*.ts`),
      excludeFiles: [...TESTS, 'packages/*/src/node/**'],
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
      files: TESTS,
      rules: {
        // What a test asserts fails when it runs, whatever its type; `no-explicit-any` stays.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        // Its users are warned; a test may be about what is deprecated.
        'typescript/no-deprecated': 'off',
        'no-useless-assignment': 'off',
        // The compiler refuses it, except before `as`: then the test fails.
        'no-unsafe-optional-chaining': 'off',
        'max-lines-per-function': 'off',
        'max-lines': ['error', { max: 400, skipComments: true }],
        ...withoutSyntax({
          "CallExpression[callee.object.name='fc'][callee.property.name='assert'][arguments.length<2]":
            'Pass { numRuns: numRuns() } of tooling/properties, so that FC_NUM_RUNS counts.',
          "Property[key.name='numRuns'] > Literal":
            'Write numRuns(usual) of tooling/properties, so that FC_NUM_RUNS counts.',
        }),
      },
    },
    { files: ['**/fixtures/**'], rules: { 'max-lines': 'off' } },
  ],
};

/** The names that oxlint has for rules. A rule that replaces one of ESLint has the name of that one. */
function named(rules) {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([name]) => !UNKNOWN.includes(name) && !(`@typescript-eslint/${name}` in rules))
      .map(([name, level]) => [name.replace('@typescript-eslint/', 'typescript/'), level]),
  );
}
