import type { Rule, Scope } from 'eslint';
import type { Node } from 'estree';
import { createRule } from '../create-rule.js';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '===', '!=', '!==']);
/** Methods of text that compare it with another. */
const COMPARING: ReadonlySet<string> = new Set([
  'endsWith',
  'includes',
  'indexOf',
  'localeCompare',
  'match',
  'search',
  'startsWith',
]);
/** Methods with the text as their argument: of expressions, sets, maps and lists. */
const ASKING: ReadonlySet<string> = new Set(['exec', 'get', 'has', 'includes', 'test']);

type WithParent = Node & Rule.NodeParentExtension;

/** Reports a comparison of `getUri().getPath()`, which has as many spellings as a client likes. */
export const compareRequestPath = createRule({
  name: 'compare-request-path',
  description: 'Require that decisions by path compare `requestPath(request)`',
  messages: {
    received:
      '`getUri().getPath()` is the path as received: `/%61dmin` passes a comparison with `/admin`. Compare `requestPath(request)`, or use `underPath`.',
  },
  create: (context) => ({
    'CallExpression[callee.property.name="getPath"]'(node: WithParent) {
      if (!isReceivedPath(node)) return;
      for (const use of usesOf(context.sourceCode.getScope(node), node)) {
        if (isCompared(use)) context.report({ node: use, messageId: 'received' });
      }
    },
  }),
});

function isReceivedPath(node: Node): boolean {
  return callsMethod(node, 'getPath') && callsMethod(node.callee.object, 'getUri');
}

function callsMethod(
  node: Node,
  name: string,
): node is Node & { type: 'CallExpression'; callee: { type: 'MemberExpression'; object: Node } } {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === name
  );
}

/** The call itself, or the places that read the variable that it initializes. */
function usesOf(scope: Scope.Scope, call: WithParent): readonly WithParent[] {
  const { parent } = call;
  if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return [call];
  const variable = scope.set.get(parent.id.name);
  return (variable?.references ?? [])
    .filter((reference) => reference.isRead())
    .map(({ identifier }) => identifier as WithParent);
}

function isCompared(node: WithParent): boolean {
  const { parent } = node;
  switch (parent.type) {
    case 'BinaryExpression':
      return COMPARISONS.has(parent.operator);
    case 'SwitchStatement':
      return parent.discriminant === node;
    case 'MemberExpression':
      return parent.object === node && isCallOf(parent, COMPARING);
    case 'CallExpression':
      return parent.arguments.includes(node as never) && isMember(parent.callee, ASKING);
    default:
      return false;
  }
}

function isCallOf(member: WithParent, names: ReadonlySet<string>): boolean {
  const { parent } = member;
  return parent.type === 'CallExpression' && parent.callee === member && isMember(member, names);
}

function isMember(node: Node, names: ReadonlySet<string>): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.property.type === 'Identifier' &&
    names.has(node.property.name)
  );
}
