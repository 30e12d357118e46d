import type { Rule } from 'eslint';
import type { Expression, SimpleCallExpression, Super } from 'estree';
import { hasMembers, partsOf, typeOf } from './types-of.js';
import { methodOf } from './value-flow.js';

/** Usual names of objects that handle requests; without types, only the name is known. */
const HANDLER = /^(?:app|inner|next)$|handler$/i;

/** Whether a call is `handler.handle(request)`, `layer.process(request, handler)`, or `next(request, response)`. */
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
 * Whether a call returns a handler's response, which can be a promise: `handler.handle(request)`, or, in the older
 * style, `next(request, response)`. With types, the type of the result decides; without types, the name of the handler.
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

/** Returns `handler` for `handler`, `this.handler` and `this.#handler`; `''` for anything else. */
function lastName(node: Expression | Super): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  return 'name' in node.property ? node.property.name : '';
}
