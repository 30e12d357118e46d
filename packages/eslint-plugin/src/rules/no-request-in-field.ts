import type { Scope } from 'eslint';
import type { Identifier, Node, ObjectExpression, SimpleCallExpression } from 'estree';
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
      for (const [part, given] of partsOfPattern(target, value)) check(part, given);
      if (target.type === 'AssignmentPattern') check(target.left, value);
      const stored = storedIn(value, scopeOf);
      if (stored === null) return;
      const isShared =
        target.type === 'Identifier'
          ? outlives(target, stored, scopeOf)
          : isOfObject(target, scopeOf) && !isInConstructor(sourceCode.getAncestors(target));
      if (!isShared) return;
      const data = { field: sourceCode.getText(target), name: stored.name };
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
          context.report({ node: member, messageId: 'stored', data: { field, name: stored.name } });
        }
      },
    };
  },
});

type ScopeOf = (node: Node) => Scope.Scope;

/** Returns the part of a request that a value is, contains or was read from; `null` if there is none. */
function storedIn(given: Node, scopeOf: ScopeOf): Identifier | null {
  const value = withoutTypes(given);
  if (value.type === 'Identifier')
    return OF_REQUEST.has(value.name) || isHandled(value, scopeOf) ? value : null;
  for (const part of partsOf(value)) {
    const stored = storedIn(part, scopeOf);
    if (stored !== null) return stored;
  }
  return null;
}

/** Returns the parts of a pattern, each with the value that it gets from a list or an object. */
function partsOfPattern(
  target: Node,
  value: Node,
): readonly (readonly [Node, Node | null | undefined])[] {
  if (target.type === 'ArrayPattern' && value.type === 'ArrayExpression') {
    return target.elements.flatMap((each, at) =>
      each === null ? [] : [[each, value.elements[at]] as const],
    );
  }
  if (target.type !== 'ObjectPattern' || value.type !== 'ObjectExpression') return [];
  return target.properties.flatMap((each) =>
    each.type === 'Property' ? [[each.value, memberOf(value, each.key)] as const] : [],
  );
}

/** Returns the value of a member of an object expression; `null` if it is not there. */
function memberOf({ properties }: ObjectExpression, key: Node): Node | null {
  const found = properties.find(
    (each) =>
      each.type === 'Property' &&
      each.key.type === 'Identifier' &&
      key.type === 'Identifier' &&
      each.key.name === key.name,
  );
  return found?.type === 'Property' ? found.value : null;
}

/**
 * Whether a variable is shared by all calls of the function that gets a request: it belongs to the module, or to a
 * function with a name that creates handlers. A callback's variables are those of a test.
 */
function outlives(target: Identifier, request: Identifier, scopeOf: ScopeOf): boolean {
  const holder = variableOf(scopeOf(target), target.name)?.scope.variableScope;
  const parameter = variableOf(scopeOf(request), request.name);
  if (holder === undefined || parameter?.defs[0]?.type !== 'Parameter') return false;
  const isOuter = holder !== parameter.scope && isWithin(parameter.scope, holder);
  const parent = (holder.block as Placed).parent as Placed | null;
  return isOuter && parent?.type !== 'CallExpression';
}

function isWithin(inner: Scope.Scope, outer: Scope.Scope): boolean {
  for (let at: Scope.Scope | null = inner; at !== null; at = at.upper)
    if (at === outer) return true;
  return false;
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
      return sourceOf(value);
    default:
      return [];
  }
}

/**
 * Returns the request of `request.withAttribute('user', user)`, which is also a request, of `request.getAttribute('user')`
 * and of `userOf(request)`.
 */
function sourceOf({ callee, arguments: given }: SimpleCallExpression): readonly Node[] {
  if (callee.type === 'MemberExpression') {
    return /^(?:get|with)[A-Z]/.test(methodOf(callee) ?? '') ? [callee.object] : [];
  }
  return callee.type === 'Identifier' && callee.name.endsWith('Of') ? given.slice(0, 1) : [];
}

/** Whether a name is a parameter that is named like a request, or of a method that handles requests. */
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
