import type { Rule } from 'eslint';
import type { ConditionalExpression, LogicalExpression, Node, SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';
import { importOf } from '../import-of.js';
import { hasMembers, partsOf, typeOf } from '../types-of.js';
import { methodOf, type Placed } from '../value-flow.js';

/** Expressions with the value of their inner expression. ESTree does not define those for types. */
const SAME = /^(?:Await|Chain|TS(?:As|NonNull|Satisfies|TypeAssertion))Expression$/;
const WITH = /^with(?:out)?[A-Z]/;

/** The methods of messages, requests, responses and URIs; without types, only the name is known. */
const METHODS: ReadonlySet<string> = new Set([
  'withAddedHeader',
  'withAttribute',
  'withAttributes',
  'withBody',
  'withCookieParams',
  'withFragment',
  'withHeader',
  'withHost',
  'withJson',
  'withMethod',
  'withParsedBody',
  'withPath',
  'withPort',
  'withProtocolVersion',
  'withQuery',
  'withQueryParams',
  'withRedirect',
  'withRequestTarget',
  'withScheme',
  'withStatus',
  'withUploadedFiles',
  'withUri',
  'withUserInfo',
  'withoutAttribute',
  'withoutHeader',
]);

/** Functions of this project's packages that return a changed response and are not named `with…`. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'html',
  'json',
  'localRedirect',
  'ndjson',
  'redirect',
  'text',
]);
/** Functions that create an error. */
const ERRORS: ReadonlySet<string> = new Set(['httpError']);
const PACKAGE = /^(?:mortise|@mortise\/[^/]+)(?:\/|$)/;

/** Members that distinguish a message or a URI from other objects with methods of the same names. */
const IMMUTABLE = [
  ['getProtocolVersion', 'withHeader'],
  ['getScheme', 'withScheme'],
];

/**
 * Reports a call that returns a changed copy of a message or URI, or an error, if the result is unused: the call has no
 * effect.
 */
export const useWith = createRule({
  name: 'use-with',
  description: 'Require that the result of `with*` is used, and that of `httpError` thrown',
  messages: {
    unused:
      '`{{name}}` returns a changed copy, which is not used; the original is unchanged. Return it or assign it.',
    unthrown: '`{{name}}` creates an error, which is not thrown: write `throw {{name}}(…)`.',
  },
  create: (context) => ({
    CallExpression(node: SimpleCallExpression & Rule.NodeParentExtension) {
      const name = nameOfMethod(context, node) ?? nameOfFunction(context, node);
      if (name !== null && isUnused(node)) {
        const messageId = ERRORS.has(name) ? 'unthrown' : 'unused';
        context.report({ node, messageId, data: { name } });
      }
    },
  }),
});

/** @returns the name of the method, such as `withHeader`; `null` for any other call */
function nameOfMethod(context: Rule.RuleContext, { callee }: SimpleCallExpression): string | null {
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  if (callee.property.type !== 'Identifier' || !WITH.test(callee.property.name)) return null;
  const { name } = callee.property;
  const type = typeOf(context, callee.object);
  if (type === null) return METHODS.has(name) ? name : null;
  const isImmutable = partsOf(type).some((part) =>
    IMMUTABLE.some((members) => hasMembers(part, members)),
  );
  return isImmutable ? name : null;
}

/** @returns the imported name of the function, such as `withCookie`; `null` for any other call */
function nameOfFunction(context: Rule.RuleContext, node: SimpleCallExpression): string | null {
  const imported = importOf(node.callee, context.sourceCode.getScope(node));
  if (imported === null || !PACKAGE.test(imported.module ?? '')) return null;
  const { name } = imported;
  return WITH.test(name) || FUNCTIONS.has(name) || ERRORS.has(name) ? name : null;
}

function isUnused(node: Rule.NodeParentExtension & Node): boolean {
  const { parent } = node;
  switch (parent.type) {
    case 'ExpressionStatement':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'void';
    case 'SequenceExpression':
      return parent.expressions.at(-1) !== node || isUnused(parent);
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return decisionOf(parent) !== node && isUnused(parent);
    case 'ForStatement':
      return parent.test !== node;
    case 'ArrowFunctionExpression':
      return (
        parent.parent.type === 'CallExpression' && methodOf(parent.parent.callee) === 'forEach'
      );
    default:
      return SAME.test(parent.type) && isUnused(parent as Placed);
  }
}

/** Returns the operand that decides the result of an expression; its value is used. */
function decisionOf(node: LogicalExpression | ConditionalExpression): Node {
  return node.type === 'LogicalExpression' ? node.left : node.test;
}
