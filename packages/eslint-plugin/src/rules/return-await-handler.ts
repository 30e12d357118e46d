import type { Rule } from 'eslint';
import type { SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';
import { passesRequestOn } from '../handler-call.js';
import { methodOf, type Placed, ValueFlow } from '../value-flow.js';

/** Methods of a promise whose result can reject with the same error. */
const OF_PROMISES: ReadonlySet<string> = new Set(['finally', 'then']);

/** Reports `return handler.handle(...)` inside `try`: a later rejection bypasses `catch` and `finally`. */
export const returnAwaitHandler = createRule({
  name: 'return-await-handler',
  description: 'Require `await` where the response of a handler is returned inside `try`',
  messages: {
    notAwaited:
      'If the handler rejects, this `try` does not catch the error. Write `return await` in an `async` function.',
  },
  create: (context) => ({
    CallExpression(node: SimpleCallExpression & Rule.NodeParentExtension) {
      if (!passesRequestOn(node)) return;
      const flow = new ValueFlow({
        code: context.sourceCode,
        fields: new Map(),
        methods: OF_PROMISES,
        functions: new Set(),
      });
      const uses = flow.from(node);
      if (uses.some(({ parent }) => parent.type === 'AwaitExpression')) return;
      for (const use of uses) {
        if (use.parent.type !== 'ReturnStatement' || !isTried(use) || isHandled(use)) continue;
        context.report({ node: use, messageId: 'notAwaited' });
      }
    },
  }),
});

/** Whether a rejection is handled, as in `pending.then(next, fail)`, so that it does not need the `try`. */
function isHandled(node: Placed): boolean {
  return (
    node.type === 'CallExpression' && methodOf(node.callee) === 'then' && node.arguments.length > 1
  );
}

/** Whether the node is inside a `try` of the same function whose `catch` or `finally` would still apply. */
function isTried(node: Placed): boolean {
  for (let at = node; !/Function/.test(at.type); at = at.parent as Placed) {
    const parent = at.parent as Placed | null;
    if (parent === null) return false;
    if (parent.type !== 'TryStatement') continue;
    if (parent.block === at || (parent.finalizer != null && parent.finalizer !== at)) return true;
  }
  return false;
}
