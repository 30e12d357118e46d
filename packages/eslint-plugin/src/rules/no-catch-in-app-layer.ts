import type { Scope } from 'eslint';
import type { Function as FunctionNode, Identifier, Node, SimpleCallExpression } from 'estree';
import { createRule } from '../create-rule.js';
import { importOf } from '../import-of.js';
import { definitionsOf, isFunction, type ScopeOf, valueOf } from '../definitions.js';
import {
  fieldOf,
  methodOf,
  type Placed,
  ValueFlow,
  variableOf,
  withoutTypes,
} from '../value-flow.js';

/** The methods of an application that add layers and return the application. */
const ADDING: ReadonlySet<string> = new Set(['add', 'addMiddleware']);

/** Functions that run a function in a transaction: `db.transaction`, `prisma.$transaction`, `sql.begin`. */
const TRANSACTION = /transaction$|^(?:atomic|begin)$/i;

/** Reports an application layer that catches its handler's errors: it receives a response instead. */
export const noCatchInAppLayer = createRule({
  name: 'no-catch-in-app-layer',
  description:
    'Disallow `catch`, `finally` and transactions around the handler in application layers',
  messages: {
    catches:
      'An application layer receives an error as a response, not as an exception: add it to a group, or check `errorOf(request)`.',
  },
  create(context) {
    const { sourceCode: code } = context;
    const scopeOf = (node: Node): Scope.Scope => code.getScope(node);
    const applications: Placed[] = [];
    const layers: Node[] = [];
    const fields = new Map<string, Placed[]>();
    let hasErrorMiddleware = false;
    return {
      MemberExpression(node) {
        const field = fieldOf(node);
        if (field !== null) fields.set(field, [...(fields.get(field) ?? []), node]);
        if (methodOf(node) === 'addErrorMiddleware') hasErrorMiddleware = true;
      },
      CallExpression(node) {
        if (!isNamedCall(node, 'createApp', scopeOf)) return;
        const options = node.arguments[0] && valueOf(node.arguments[0], scopeOf);
        // With these options, layers receive exceptions.
        const errors = memberOf(options, 'errors');
        const value = errors && valueOf(errors, scopeOf);
        if (isFalse(value) || isFalse(memberOf(value, 'catchAll'))) return;
        applications.push(node);
        layers.push(...elementsOf(memberOf(options, 'layers'), scopeOf));
      },
      'Program:exit'() {
        if (hasErrorMiddleware) return;
        const flow = new ValueFlow({ code, fields, methods: ADDING, functions: new Set() });
        for (const { parent } of applications.flatMap((application) => flow.from(application))) {
          const call = parent.parent as Placed | null;
          const adds = ADDING.has(methodOf(parent) ?? '') && call?.type === 'CallExpression';
          if (adds && call.callee === parent) layers.push(...call.arguments);
        }
        for (const value of layers) {
          const made = functionsOf(value, scopeOf);
          if (made.some((one) => waits(one, code.getText(one), scopeOf))) {
            context.report({ node: value, messageId: 'catches' });
          }
        }
      },
    };
  },
});

/** Whether a call is `createApp(...)`, `mortise.createApp(...)`, or a call by another imported name. */
function isNamedCall({ callee }: SimpleCallExpression, name: string, scopeOf: ScopeOf): boolean {
  if (callee.type !== 'Identifier') return methodOf(callee) === name;
  return callee.name === name || importOf(callee, scopeOf(callee))?.name === name;
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function isFalse(node: Node | undefined): boolean {
  return node?.type === 'Literal' && node.value === false;
}

/** Returns the elements of a list, including those of spread lists and of both branches of a condition. */
function elementsOf(list: Node | undefined, scopeOf: ScopeOf): readonly Node[] {
  const value = list && valueOf(list, scopeOf);
  if (value?.type === 'ConditionalExpression')
    return [value.consequent, value.alternate].flatMap((one) => elementsOf(one, scopeOf));
  if (value?.type !== 'ArrayExpression') return [];
  return value.elements.flatMap((one) => {
    if (one === null) return [];
    return one.type === 'SpreadElement' ? elementsOf(one.argument, scopeOf) : [one];
  });
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'ObjectExpression' && node?.type !== 'ObjectPattern') return undefined;
  for (const one of node.properties) {
    if (one.type === 'Property' && isNamed(one.key, name)) return one.value;
  }
  return undefined;
}

/**
 * Returns the functions that a layer runs, if they are in this file: the layer itself, its `process` method, the
 * methods of its class, or what a function returns.
 *
 * @param followed the nodes that were already followed, because a function can return a call of itself
 */
function functionsOf(
  given: Node,
  scopeOf: ScopeOf,
  followed: Set<Node> = new Set(),
): readonly FunctionNode[] {
  const node = withoutTypes(given);
  const follow = (next: Node): readonly FunctionNode[] => functionsOf(next, scopeOf, followed);
  if (isFunction(node)) return [node];
  if (followed.has(node)) return [];
  followed.add(node);
  if (node.type === 'Identifier') return definitionsOf(node.name, scopeOf(node)).flatMap(follow);
  if (node.type === 'NewExpression')
    return methodsOf(valueOf(node.callee, scopeOf)).flatMap(follow);
  const process = memberOf(node, 'process');
  if (process !== undefined) return follow(process);
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(follow);
  if (node.type !== 'CallExpression') return [];
  if (isNamedCall(node, 'underPath', scopeOf)) return node.arguments.slice(1).flatMap(follow);
  return follow(node.callee as Node).flatMap(({ body }) => returnsOf(body).flatMap(follow));
}

/** Returns all methods of a class, because `process` can call the others. */
function methodsOf(node: Node): readonly Node[] {
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return [];
  return node.body.body.flatMap((one) =>
    one.type !== 'StaticBlock' && one.value != null && isFunction(one.value) ? [one.value] : [],
  );
}

function returnsOf(body: FunctionNode['body']): readonly Node[] {
  if (body.type !== 'BlockStatement') return [body];
  return body.body.flatMap((one) =>
    one.type === 'ReturnStatement' && one.argument != null ? [one.argument] : [],
  );
}

/** Whether a function reacts to errors that its handler throws, and does not call `errorOf`. */
function waits(node: FunctionNode, text: string, scopeOf: ScopeOf): boolean {
  return !text.includes('errorOf') && has(node.body, new HandlerUse(scopeOf).isWatched);
}

/** Recognizes calls of a handler, and what reacts to their errors. */
class HandlerUse {
  readonly #scopeOf: ScopeOf;
  /** The functions that were already followed, because they can call each other. */
  readonly #followed = new Set<Node>();

  constructor(scopeOf: ScopeOf) {
    this.#scopeOf = scopeOf;
  }

  /**
   * Whether a node reacts to errors of `.handle(...)`: with `try`, with `.catch(...)`, `.finally(...)`, `.then(..., ...)`
   * or `allSettled`, with a transaction that is rolled back if its function throws, or with a function of this file that
   * does so.
   */
  readonly isWatched = (node: Placed): boolean => {
    if (node.type === 'TryStatement')
      return has(node.block, (one) => this.#isCall(one) || this.#isAwait(one));
    if (node.type !== 'CallExpression') return false;
    const { callee, arguments: given } = node;
    if (namesIn(callee).some((name) => TRANSACTION.test(name))) return given.some(this.#runs);
    if (callee.type === 'Identifier')
      return !this.#isParameter(callee) && this.#isWatchedIn(valueOf(callee, this.#scopeOf), given);
    if (callee.type !== 'MemberExpression') return false;
    const method = methodOf(callee) ?? '';
    if (method === 'allSettled') return given.some((one) => has(one, this.#isPending));
    const reacts = method === 'then' ? isReaction(given[1]) : ['catch', 'finally'].includes(method);
    return reacts && has(callee.object, this.#isPending);
  };

  /** Whether a called function reacts, to the handler itself or to a given function that calls it. */
  #isWatchedIn(made: Node, given: readonly Node[]): boolean {
    if (!isFunction(made)) return false;
    const runs = given.some(this.#runs);
    const tries = (node: Node): boolean =>
      node.type === 'TryStatement' &&
      has(node.block, (one) => made.params.some((name) => isCallOf(one, name)));
    if (runs && has(made.body, tries)) return true;
    if (this.#followed.has(made)) return false;
    this.#followed.add(made);
    return has(made.body, this.isWatched);
  }

  /** Whether a node is a function that calls the handler. */
  readonly #runs = (node: Node): boolean => isFunction(node) && has(node.body, this.#isCall);

  /** Whether a node calls the handler: `h.handle(r)`, `h['handle'](r)`, or `handle(r)` of a bound or taken method. */
  readonly #isCall = (node: Node): boolean => {
    if (node.type !== 'CallExpression') return false;
    if (node.callee.type !== 'Identifier') return isHandle(node.callee);
    if (this.#isParameter(node.callee)) return node.callee.name === 'handle';
    const value = valueOf(node.callee, this.#scopeOf);
    return value.type === 'CallExpression' && methodOf(value.callee) === 'bind'
      ? value.callee.type === 'MemberExpression' && isHandle(value.callee.object)
      : isHandle(value);
  };

  #isParameter(node: Identifier): boolean {
    const [definition] = variableOf(this.#scopeOf(node), node.name)?.defs ?? [];
    return definition?.type === 'Parameter';
  }

  #isAwait(node: Node): boolean {
    return node.type === 'AwaitExpression' && this.#isPending(node.argument);
  }

  /** Whether the value of a node is the promise of the handler. */
  readonly #isPending = (node: Node): boolean => {
    if (this.#isCall(node)) return true;
    if (node.type === 'Identifier') return this.#isCall(valueOf(node, this.#scopeOf));
    const isTry = node.type === 'CallExpression' && methodOf(node.callee) === 'try';
    return isTry && node.arguments.some(this.#runs);
  };
}

/** Whether a node is `h.handle` or `h['handle']`. */
function isHandle(node: Node): boolean {
  if (methodOf(node) === 'handle') return true;
  if (node.type !== 'MemberExpression') return false;
  return node.property.type === 'Literal' && node.property.value === 'handle';
}

function isCallOf(node: Node, name: Node): boolean {
  return (
    node.type === 'CallExpression' && name.type === 'Identifier' && isNamed(node.callee, name.name)
  );
}

/** Returns the names in a callee: `db`, `transaction` and `execute` for `db.transaction().execute`. */
function namesIn(node: Node): readonly string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'CallExpression') return namesIn(node.callee);
  return node.type === 'MemberExpression' ? [...namesIn(node.object), methodOf(node) ?? ''] : [];
}

function isReaction(node: Node | undefined): boolean {
  return node !== undefined && node.type !== 'Literal' && !isNamed(node, 'undefined');
}

/** Whether a node, or one inside it, is wanted; does not look inside functions. */
function has(node: Node, isWanted: (node: Placed) => boolean): boolean {
  if (isWanted(node as Placed)) return true;
  return Object.entries(node).some(([name, value]: [string, unknown]) => {
    if (name === 'parent') return false;
    return [value].flat().some((one) => isNode(one) && !isFunction(one) && has(one, isWanted));
  });
}

function isNode(value: unknown): value is Node {
  return typeof (Object(value) as { type?: unknown }).type === 'string';
}
