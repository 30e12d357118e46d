/** ESLint rules that oxlint does not have, and one of our own, as a plugin for oxlint. */
import { builtinRules } from 'eslint/use-at-your-own-risk';
import jsdoc from 'eslint-plugin-jsdoc';
import '../loader/register.js';

// From source, so that linting needs no build.
const { compareRequestPath } = await import(
  '../../packages/eslint-plugin/src/rules/compare-request-path.ts'
);

export default {
  meta: { name: 'eslint-rules' },
  rules: {
    'no-restricted-syntax': builtinRules.get('no-restricted-syntax'),
    'compare-request-path': compareRequestPath,
    'require-jsdoc': jsdoc.rules['require-jsdoc'],
  },
};
