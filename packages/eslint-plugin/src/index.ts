import type { ESLint, Linter } from 'eslint';
import { awaitHandler } from './rules/await-handler.js';
import { compareRequestPath } from './rules/compare-request-path.js';
import { noCatchInAppLayer } from './rules/no-catch-in-app-layer.js';
import { noRequestInField } from './rules/no-request-in-field.js';
import { noSecretsInMetadata } from './rules/no-secrets-in-metadata.js';
import { returnAwaitHandler } from './rules/return-await-handler.js';
import { useWith } from './rules/use-with.js';

const rules = {
  'await-handler': awaitHandler,
  'compare-request-path': compareRequestPath,
  'no-catch-in-app-layer': noCatchInAppLayer,
  'no-request-in-field': noRequestInField,
  'no-secrets-in-metadata': noSecretsInMetadata,
  'return-await-handler': returnAwaitHandler,
  'use-with': useWith,
};

/** The plugin: the rules of this package by name. */
const plugin = { meta: { name: '@mortise/eslint-plugin' }, rules } satisfies ESLint.Plugin;

/** A flat config that enables every rule as an error. */
const recommended: Linter.Config = {
  name: '@mortise/recommended',
  plugins: { '@mortise': plugin },
  rules: Object.fromEntries(Object.keys(rules).map((name) => [`@mortise/${name}`, 'error'])),
};

/** The plugin with its flat configs; `configs.recommended` enables every rule as an error. */
const mortise: ESLint.Plugin & { readonly configs: { readonly recommended: Linter.Config } } = {
  ...plugin,
  configs: { recommended },
};

export default mortise;
