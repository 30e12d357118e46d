import type { Scope } from 'eslint';
import type { Identifier, Node } from 'estree';
import { createRule } from '../create-rule.js';
import { methodOf, type Placed, variableOf, withoutTypes } from '../value-flow.js';

/** Usual names of a request, its response and arguments; parameters can also have the names below. */
const OF_REQUEST: ReadonlySet<string> = new Set(['args', 'request', 'response']);
const PARAMETER = /^re[qs]$|(?:Request|Response)$/;
/** Methods whose parameters belong to a request. */
const HANDLING: ReadonlySet<string> = new Set(['__invoke', 'handle', 'invoke', 'process']);

/** Reports assignments such as `this.request = request`, because one object serves all requests concurrently. */
export const noRequestInField = createRule({
  name: 'no-request-in-field',
  description: 'Disallow storing a request in a field of a handler, which serves all requests',
  messages: {
    stored:
      '`{{field}}` is shared by all requests: another one replaces it while this one waits. Pass `{{name}}` as an argument.',
  },
  create(context) {
    const { sourceCode } = context;
    const scopeOf = (node: Node): Scope.Scope => sourceCode.getScope(node);
    const check = (target: Node, value: Node | null | undefined): void => {
      if (value == null) return;
      if (target.type === 'ArrayPattern' && value.type === 'ArrayExpression') {
        for (const [at, each] of target.elements.entries()) {
          if (each !== null) check(each, value.elements[at]);
        }
        return;
      }
      if (target.type === 'AssignmentPattern') check(target.left, value);
      if (!isOfObject(target, scopeOf) || isInConstructor(sourceCode.getAncestors(target))) return;
      const stored = storedIn(value, scopeOf);
      if (stored === null) return;
      const data = { field: sourceCode.getText(target), name: stored };
      context.report({ node: target, messageId: 'stored', data });
    };
    return {
      AssignmentExpression({ left, right }) {
        check(left, right);
      },
      // `Object.assign(this, { request })`
      CallExpression({ callee, arguments: [target, ...sources] }) {
        if (methodOf(callee) !== 'assign' || target === undefined) return;
        if (!isObject(target, scopeOf) || isInConstructor(sourceCode.getAncestors(target))) return;
        const members = sources.flatMap((each) =>
          each.type === 'ObjectExpression' ? each.properties : [],
        );
        for (const member of members) {
          const stored = member.type === 'Property' ? storedIn(member.value, scopeOf) : null;
          if (stored === null || member.type !== 'Property') continue;
          const field = `${sourceCode.getText(target)}.${sourceCode.getText(member.key)}`;
          context.report({ node: member, messageId: 'stored', data: { field, name: stored } });
        }
      },
    };
  },
});

type ScopeOf = (node: Node) => Scope.Scope;

/** Returns the name of the request, response or argument that a value is or contains; `null` if there is none. */
function storedIn(given: Node, scopeOf: ScopeOf): string | null {
  const value = withoutTypes(given);
  if (value.type === 'Identifier')
    return OF_REQUEST.has(value.name) || isHandled(value, scopeOf) ? value.name : null;
  for (const part of partsOf(value)) {
    const name = storedIn(part, scopeOf);
    if (name !== null) return name;
  }
  return null;
}

/** Returns the expressions whose values an expression returns or contains. */
function partsOf(value: Node): readonly Node[] {
  switch (value.type) {
    case 'AssignmentExpression':
      return [value.right];
    case 'AwaitExpression':
      return [value.argument];
    case 'LogicalExpression':
      return [value.left, value.right];
    case 'ConditionalExpression':
      return [value.consequent, value.alternate];
    case 'ArrayExpression':
      return value.elements.filter((each) => each !== null);
    case 'ObjectExpression':
      return value.properties.flatMap((each) => (each.type === 'Property' ? [each.value] : []));
    case 'CallExpression':
      // `request.withAttribute('user', user)` is also a request.
      return value.callee.type === 'MemberExpression' &&
        /^with[A-Z]/.test(methodOf(value.callee) ?? '')
        ? [value.callee.object]
        : [];
    default:
      return [];
  }
}

/** Whether a name is a parameter named like a request, or a parameter of a method that handles requests. */
function isHandled(name: Node & { readonly name: string }, scopeOf: ScopeOf): boolean {
  const [definition] = variableOf(scopeOf(name), name.name)?.defs ?? [];
  if (definition?.type !== 'Parameter') return false;
  if (PARAMETER.test(name.name)) return true;
  const { parent } = definition.node as Placed;
  const isMethod = parent.type === 'MethodDefinition' || parent.type === 'Property';
  return isMethod && parent.key.type === 'Identifier' && HANDLING.has(parent.key.name);
}

/** Whether a target is a member, at any depth, of `this`, of a variable for `this`, or of the class. */
function isOfObject(target: Node, scopeOf: ScopeOf): boolean {
  return target.type === 'MemberExpression' && isObject(target.object, scopeOf);
}

function isObject(node: Node, scopeOf: ScopeOf): boolean {
  if (node.type === 'ThisExpression' || isOfObject(node, scopeOf)) return true;
  if (node.type !== 'Identifier') return false;
  const [definition] = variableOf(scopeOf(node), node.name)?.defs ?? [];
  if (definition?.type === 'ClassName') return true;
  return (
    definition?.type === 'Variable' &&
    (definition.node as { readonly init?: Node | null }).init?.type === 'ThisExpression'
  );
}

/** Whether the innermost function is a constructor, or is named like one: the object is then new. */
function isInConstructor(ancestors: readonly Node[]): boolean {
  const inner = ancestors.findLast(({ type }) => type.includes('Function')) as Placed | undefined;
  if (inner?.type === 'FunctionDeclaration') {
    // `export default function () {}` has no name, although ESTree's types require one.
    const { name } = (inner.id as Identifier | null) ?? { name: '' };
    return /^[A-Z]/.test(name);
  }
  return inner?.parent.type === 'MethodDefinition' && inner.parent.kind === 'constructor';
}
