import type { Rule, Scope } from 'eslint';
import type { Function as FunctionNode, Node } from 'estree';
import { createRule } from '../create-rule.js';

type Placed = Node & Rule.NodeParentExtension;

/** Reports a layer of the application that waits for an error of its handler, which has become a response. */
export const noCatchInAppLayer = createRule({
  name: 'no-catch-in-app-layer',
  description: 'Disallow `catch` and `finally` around the handler in layers of the application',
  messages: {
    catches:
      'A layer of the application gets a response for an error, not an exception: add it to a group, or check `errorOf(request)`.',
  },
  create(context) {
    const { sourceCode } = context;
    const applications = new Set<string>();
    const layers: { readonly of: string | null; readonly value: Node }[] = [];
    let hasErrorMiddleware = false;
    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && isCreation(init)) applications.add(id.name);
      },
      CallExpression(node) {
        const { callee } = node;
        if (isCreation(node)) {
          for (const value of listedLayers(node.arguments[0])) layers.push({ of: null, value });
        }
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const { name } = callee.property;
        if (name === 'addErrorMiddleware') hasErrorMiddleware = true;
        if ((name !== 'add' && name !== 'addMiddleware') || callee.object.type !== 'Identifier')
          return;
        for (const value of node.arguments) layers.push({ of: callee.object.name, value });
      },
      'Program:exit'() {
        if (hasErrorMiddleware) return;
        for (const { of, value } of layers) {
          if (of !== null && !applications.has(of)) continue;
          const made = functionsOf(value, (node) => sourceCode.getScope(node));
          if (made.some((one) => waits(one, sourceCode.getText(one)))) {
            context.report({ node: value, messageId: 'catches' });
          }
        }
      },
    };
  },
});

/** `createApp(...)`, even as a member: `mortise.createApp(...)`. */
function isCreation(node: Node | null | undefined): node is Node & { type: 'CallExpression' } {
  if (node?.type !== 'CallExpression') return false;
  const { callee } = node;
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && name.name === 'createApp';
}

/** The elements of `layers` in the options of an application. */
function listedLayers(options: Node | undefined): readonly Node[] {
  const list = memberOf(options, 'layers');
  return list?.type === 'ArrayExpression' ? list.elements.filter((one) => one !== null) : [];
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  for (const one of node.properties) {
    const isNamed =
      one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name;
    if (isNamed) return one.value;
  }
  return undefined;
}

/** The functions that a layer runs, as far as this file shows them: itself, its `process`, what a function of this file returns. */
function functionsOf(node: Node, scopeOf: (node: Node) => Scope.Scope): readonly FunctionNode[] {
  const follow = (next: Node): readonly FunctionNode[] => functionsOf(next, scopeOf);
  if (isFunction(node)) return [node];
  if (node.type === 'Identifier') return definitionsOf(node.name, scopeOf(node)).flatMap(follow);
  const process = memberOf(node, 'process');
  if (process !== undefined) return follow(process);
  if (node.type !== 'CallExpression') return [];
  return follow(node.callee as Node).flatMap(({ body }) => returnsOf(body).flatMap(follow));
}

function definitionsOf(name: string, from: Scope.Scope): readonly Node[] {
  for (let scope: Scope.Scope | null = from; scope !== null; scope = scope.upper) {
    const variable = scope.set.get(name);
    if (variable === undefined) continue;
    return variable.defs.flatMap(({ node }: { node: Node }): readonly Node[] => {
      if (node.type !== 'VariableDeclarator') return isFunction(node) ? [node] : [];
      return node.init == null ? [] : [node.init];
    });
  }
  return [];
}

function returnsOf(body: FunctionNode['body']): readonly Node[] {
  if (body.type !== 'BlockStatement') return [body];
  return body.body.flatMap((one) =>
    one.type === 'ReturnStatement' && one.argument != null ? [one.argument] : [],
  );
}

function isFunction(node: Node): node is FunctionNode {
  return /Function(?:Expression|Declaration)$/.test(node.type);
}

/** Whether a function has a reaction to what its handler throws, and does not ask `errorOf`. */
function waits(node: FunctionNode, text: string): boolean {
  return !text.includes('errorOf') && has(node.body, isWatchedCall);
}

/** `.handle(...)` inside of `try`, or with `.catch(...)` or `.finally(...)`. */
function isWatchedCall(node: Placed): boolean {
  if (node.type === 'TryStatement') return has(node.block, isHandleCall);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const reacts = property.type === 'Identifier' && ['catch', 'finally'].includes(property.name);
  return reacts && has(object, isHandleCall);
}

function isHandleCall(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === 'handle'
  );
}

/** Whether a node or one inside of it is wanted, functions inside of it excepted. */
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
