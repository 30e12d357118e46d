import type { Rule, Scope } from 'eslint';
import type { Expression, Node, SimpleCallExpression, Super } from 'estree';
import { createRule } from '../create-rule.js';
import { hasMembers, partsOf, typeOf } from '../types-of.js';

/** What an object that handles requests is called; without types, a name is all that is known. */
const HANDLER = /^(?:app|inner|next)$|handler$/i;

/** The members of a promise. */
const OF_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Reports a use of the members of what a handler returned, which can be a promise, without `await`. */
export const awaitHandler = createRule({
  name: 'await-handler',
  description: 'Require `await` before the members of a response of a handler are used',
  messages: {
    notAwaited:
      '`{{member}}` is read from what a handler returned, which can be a promise. Write `await` before the call.',
  },
  create: (context) => ({
    CallExpression(node: SimpleCallExpression & Rule.NodeParentExtension) {
      if (!callsHandler(context, node)) return;
      for (const use of [node, ...referencesTo(context, node)]) report(context, use);
    },
  }),
});

function report(context: Rule.RuleContext, use: Node & Rule.NodeParentExtension): void {
  const { parent } = use;
  if (parent.type !== 'MemberExpression' || parent.object !== use) return;
  const member = context.sourceCode.getText(parent.property);
  if (OF_PROMISES.has(member)) return;
  context.report({ node: parent.property, messageId: 'notAwaited', data: { member } });
}

/** `handler.handle(request)`, or `next(request, response)` in the older style. */
function callsHandler(context: Rule.RuleContext, node: SimpleCallExpression): boolean {
  const { callee, arguments: values } = node;
  const isHandle =
    callee.type === 'MemberExpression' &&
    !callee.computed &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'handle' &&
    values.length === 1;
  const isNext = callee.type === 'Identifier' && callee.name === 'next' && values.length === 2;
  if (!isHandle && !isNext) return false;
  const type = typeOf(context, node);
  if (type !== null) return partsOf(type).some((part) => hasMembers(part, ['then']));
  return isNext || (isHandle && HANDLER.test(lastName(callee.object)));
}

/** `handler` of `handler`, of `this.handler` and of `this.#handler`; `''` for anything else. */
function lastName(node: Expression | Super): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  return 'name' in node.property ? node.property.name : '';
}

/** The uses of the constant that the result is assigned to. */
function referencesTo(
  context: Rule.RuleContext,
  node: SimpleCallExpression & Rule.NodeParentExtension,
): (Node & Rule.NodeParentExtension)[] {
  const { parent } = node;
  if (parent.type !== 'VariableDeclarator' || parent.init !== node) return [];
  return context.sourceCode
    .getDeclaredVariables(parent)
    .flatMap(({ references }: Scope.Variable) => references)
    .map(({ identifier }) => identifier as Node & Rule.NodeParentExtension);
}
