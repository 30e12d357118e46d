import type { Rule } from 'eslint';
import type { AssignmentExpression } from 'estree';
import { createRule } from '../create-rule.js';

const OF_REQUEST: ReadonlySet<string> = new Set(['request', 'response', 'args']);

/** Reports `this.request = request`: one object serves all requests at the same time. */
export const noRequestInField = createRule({
  name: 'no-request-in-field',
  description: 'Disallow storing a request in a field of a handler, which serves all requests',
  messages: {
    stored:
      '`this.{{name}}` is shared by all requests: another one replaces it while this one waits. Pass `{{name}}` as an argument.',
  },
  create: (context) => ({
    AssignmentExpression({ left, right }: AssignmentExpression & Rule.NodeParentExtension) {
      if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return;
      if (right.type !== 'Identifier' || !OF_REQUEST.has(right.name)) return;
      const { sourceCode } = context;
      const inConstructor = sourceCode
        .getAncestors(left)
        .some((node) => node.type === 'MethodDefinition' && node.kind === 'constructor');
      if (inConstructor) return;
      const name = sourceCode.getText(left.property);
      context.report({ node: left, messageId: 'stored', data: { name } });
    },
  }),
});
