import type { Rule } from 'eslint';

/** The parts that differ between rules. */
export interface RuleParts {
  readonly name: string;
  readonly description: string;
  readonly messages: Readonly<Record<string, string>>;
  readonly create: Rule.RuleModule['create'];
}

/** Creates a rule of type `problem`, without options, that links to its documentation. */
export function createRule({ name, description, messages, create }: RuleParts): Rule.RuleModule {
  const url = `https://www.npmjs.com/package/@mortise/eslint-plugin#${name}`;
  return {
    meta: { type: 'problem', docs: { description, url }, messages: { ...messages }, schema: [] },
    create,
  };
}
