import type { Rule } from 'eslint';
import type { Node, ObjectPattern, SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';
import { returnsResponse } from '../handler-call.js';
import { hasMembers, partsOf, typeOf } from '../types-of.js';
import { type Placed, ValueFlow } from '../value-flow.js';

/** The methods of a promise. */
const OF_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Reports access to members of a handler's result without `await`, because the result can be a promise. */
export const awaitHandler = createRule({
  name: 'await-handler',
  description: "Require `await` before using members of a handler's response",
  messages: {
    notAwaited:
      "`{{member}}` is read from a handler's result, which can be a promise. Write `await` before the call.",
  },
  create: (context) => ({
    CallExpression(node: SimpleCallExpression & Rule.NodeParentExtension) {
      if (!returnsResponse(context, node)) return;
      const flow = new ValueFlow({
        code: context.sourceCode,
        fields: new Map(),
        methods: new Set(),
        functions: new Set(),
      });
      const uses = new Set(flow.from(node));
      // Code that tests for a promise handles both cases.
      if (![...uses].some(isTested)) for (const use of uses) report(context, use);
    },
  }),
});

/** Whether a use tests for a promise: `isThenable(response)`, `response instanceof Promise` or `'then' in response`. */
function isTested(use: Placed): boolean {
  const { parent } = use;
  if (parent.type === 'BinaryExpression')
    return (parent.operator === 'in' && parent.right === use) || parent.operator === 'instanceof';
  return (
    parent.type === 'CallExpression' &&
    parent.callee.type === 'Identifier' &&
    /^is(?:Promise|Thenable)/.test(parent.callee.name)
  );
}

function report(context: Rule.RuleContext, use: Placed): void {
  // If control flow excludes a promise, for example after `isThenable`, the narrowed type shows it.
  if (use.type === 'Identifier' && !canBePromise(context, use)) return;
  for (const member of membersOf(use)) {
    const name = context.sourceCode.getText(member);
    if (OF_PROMISES.has(name.replace(/^(["'])(.*)\1$/, '$2'))) continue;
    context.report({ node: member, messageId: 'notAwaited', data: { member: name } });
  }
}

/** Returns the names of the members that are read: `a` in `x.a`, `b` in `const { b } = x`. */
function membersOf(use: Placed): readonly Node[] {
  const parent = use.parent as Placed;
  if (parent.type === 'MemberExpression') return parent.object === use ? [parent.property] : [];
  const isRead = parent.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern';
  if (!isRead) return [];
  return (parent.id as ObjectPattern).properties.flatMap((each) =>
    each.type === 'Property' ? [each.key] : [],
  );
}

/** Whether the type of a node can be a promise; true if it is unknown. */
function canBePromise(context: Rule.RuleContext, node: Node): boolean {
  const type = typeOf(context, node);
  return type === null || partsOf(type).some((part) => hasMembers(part, ['then']));
}
