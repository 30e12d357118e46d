import type { Rule } from 'eslint';
import type { CallExpression, Node } from 'estree';
import { createRule } from '../create-rule.js';

/** Methods of texts that compare. */
const COMPARISONS = new Set(['startsWith', 'endsWith', 'includes', 'match', 'test']);

const OPERATORS = new Set(['===', '!==', '==', '!=']);

/** Reports comparisons of the received path: it has several encodings, and a guard that knows one is bypassed by another. */
export const canonicalPath = createRule({
  name: 'canonical-path',
  description: 'Disallow comparisons of the received path of a request',
  messages: {
    received:
      'A client can encode this path in several ways, and bypass the comparison. Compare `requestPath(request)`.',
  },
  create: (context) => ({
    'CallExpression[callee.property.name="getPath"]'(
      node: CallExpression & Rule.NodeParentExtension,
    ) {
      if (isOfUri(node) && isCompared(node, node.parent))
        context.report({ node, messageId: 'received' });
    },
  }),
});

/** Whether it is `….getUri().getPath()`, or `uri.getPath()`. */
function isOfUri({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  if (object.type === 'Identifier') return /uri$/i.test(object.name);
  return (
    object.type === 'CallExpression' &&
    object.callee.type === 'MemberExpression' &&
    object.callee.property.type === 'Identifier' &&
    object.callee.property.name === 'getUri'
  );
}

function isCompared(node: Node, parent: Rule.Node): boolean {
  switch (parent.type) {
    case 'BinaryExpression':
      return OPERATORS.has(parent.operator);
    case 'SwitchStatement':
      return parent.discriminant === node;
    case 'MemberExpression':
      return parent.property.type === 'Identifier' && COMPARISONS.has(parent.property.name);
    case 'CallExpression':
      return (
        parent.callee.type === 'MemberExpression' &&
        parent.callee.property.type === 'Identifier' &&
        parent.callee.property.name === 'test'
      );
    default:
      return false;
  }
}
