import type { Scope } from 'eslint';
import type { Function as FunctionNode, Node } from 'estree';
import { variableOf, withoutTypes } from './value-flow.js';

/** Returns the scope of a node. */
export type ScopeOf = (node: Node) => Scope.Scope;

/** Returns the values, functions and classes with which a name is declared in this file; `[]` for an import. */
export function definitionsOf(name: string, from: Scope.Scope): readonly Node[] {
  return (variableOf(from, name)?.defs ?? []).flatMap(
    ({ node }: { node: Node }): readonly Node[] => {
      if (node.type === 'VariableDeclarator') return node.init == null ? [] : [node.init];
      return isFunction(node) || node.type === 'ClassDeclaration' ? [node] : [];
    },
  );
}

/** Returns the declared value of a name, if it is in this file, without type syntax; any other expression unchanged. */
export function valueOf(given: Node, scopeOf: ScopeOf): Node {
  const node = withoutTypes(given);
  if (node.type !== 'Identifier') return node;
  return withoutTypes(definitionsOf(node.name, scopeOf(node))[0] ?? node);
}

/** Whether a node is a function of any kind. */
export function isFunction(node: Node): node is FunctionNode {
  return /Function(?:Expression|Declaration)$/.test(node.type);
}
