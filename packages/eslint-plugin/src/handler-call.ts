import type { Rule } from 'eslint';
import type { Expression, Node, SimpleCallExpression, Super } from 'estree';
import { hasMembers, partsOf, typeOf } from './types-of.js';
import { methodOf } from './value-flow.js';

/** What an object that handles requests is called; without types, a name is all that is known. */
const HANDLER = /^(?:app|inner|next)$|handler$/i;

/** Whether a node calls any `handle` method. */
export function isHandleCall(node: Node): boolean {
  return node.type === 'CallExpression' && methodOf(node.callee) === 'handle';
}

/** `handler.handle(request)`, `layer.process(request, handler)`, or `next(request, response)` in the older style. */
export function passesRequestOn({
  callee,
  arguments: [request, second, third],
}: SimpleCallExpression): boolean {
  if (request === undefined || third !== undefined) return false;
  if (callee.type === 'Identifier') return callee.name === 'next' && second !== undefined;
  const method = methodOf(callee);
  if (method !== 'process') return method === 'handle' && second === undefined;
  return second?.type === 'Identifier' && /^next$|handler$/i.test(second.name);
}

/**
 * Whether a call returns a handler's response, perhaps as a promise: `handler.handle(request)`, or `next(request,
 * response)` in the older style. With types, the result's type decides; without, the handler's name.
 */
export function returnsResponse(context: Rule.RuleContext, node: SimpleCallExpression): boolean {
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
