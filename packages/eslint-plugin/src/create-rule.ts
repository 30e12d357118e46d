import type { Rule } from 'eslint';

/** What differs from rule to rule. */
export interface RuleParts {
  readonly name: string;
  readonly description: string;
  readonly messages: Readonly<Record<string, string>>;
  readonly create: Rule.RuleModule['create'];
}

/** Makes a rule without options that reports a mistake, with the page that documents it. */
export function createRule({ name, description, messages, create }: RuleParts): Rule.RuleModule {
  const url = `https://www.npmjs.com/package/@mortise/eslint-plugin#${name}`;
  return {
    meta: { type: 'problem', docs: { description, url }, messages: { ...messages }, schema: [] },
    create,
  };
}
