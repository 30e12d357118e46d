import type { Rule } from 'eslint';
import type { Node, SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';

type Placed = Node & Rule.NodeParentExtension;

/** Reports `return handler.handle(...)` inside `try`: what is thrown later passes `catch` and `finally`. */
export const returnAwaitHandler = createRule({
  name: 'return-await-handler',
  description: 'Require `await` where the response of a handler is returned inside `try`',
  messages: {
    notAwaited:
      'What the handler throws later passes this `try`. Write `return await` in an `async` function.',
  },
  create: (context) => ({
    CallExpression(node: SimpleCallExpression & Rule.NodeParentExtension) {
      const { callee, parent } = node;
      const isHandle =
        callee.type === 'MemberExpression' &&
        !callee.computed &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'handle' &&
        node.arguments.length === 1;
      if (isHandle && parent.type === 'ReturnStatement' && isTried(node)) {
        context.report({ node, messageId: 'notAwaited' });
      }
    },
  }),
});

/** Whether a `try` of the same function still has something to do when the node is left. */
function isTried(node: Placed): boolean {
  for (let at = node; !/Function/.test(at.type); at = at.parent as Placed) {
    const parent = at.parent as Placed | null;
    if (parent === null) return false;
    if (parent.type !== 'TryStatement') continue;
    if (parent.block === at || (parent.finalizer != null && parent.finalizer !== at)) return true;
  }
  return false;
}
