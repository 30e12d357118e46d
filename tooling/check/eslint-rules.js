/** Rules of ESLint that oxlint does not have; it runs them as a plugin. */
import { builtinRules } from 'eslint/use-at-your-own-risk';
import jsdoc from 'eslint-plugin-jsdoc';

export default {
  meta: { name: 'eslint-rules' },
  rules: {
    'no-restricted-syntax': builtinRules.get('no-restricted-syntax'),
    'require-jsdoc': jsdoc.rules['require-jsdoc'],
  },
};
