import type { Scope } from 'eslint';
import type { Node, ObjectPattern } from 'estree';
import { variableOf } from './value-flow.js';

/** The origin of an imported name. */
export interface Import {
  /** The exported name. */
  readonly name: string;
  /** The module; `null` if the name is destructured from anything other than `require('...')`. */
  readonly module: string | null;
}

/** Returns the origin of a name that `import` or `const { ... } =` declares; `null` for anything else. */
export function importOf(node: Node, from: Scope.Scope): Import | null {
  if (node.type !== 'Identifier') return null;
  const [definition] = variableOf(from, node.name)?.defs ?? [];
  if (definition === undefined) return null;
  const declared = definition.node as Node;
  if (declared.type === 'ImportSpecifier' && definition.type === 'ImportBinding') {
    const { imported } = declared;
    const name = imported.type === 'Identifier' ? imported.name : String(imported.value);
    return { name, module: String(definition.parent.source.value) };
  }
  if (declared.type !== 'VariableDeclarator' || declared.id.type !== 'ObjectPattern') return null;
  const name = keyOf(declared.id, definition.name);
  return name === null ? null : { name, module: requiredBy(declared.init) };
}

function keyOf(pattern: ObjectPattern, variable: Node): string | null {
  for (const one of pattern.properties) {
    if (one.type === 'Property' && one.value === variable && one.key.type === 'Identifier') {
      return one.key.name;
    }
  }
  return null;
}

function requiredBy(node: Node | null | undefined): string | null {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null;
  const [module] = node.arguments;
  const isLiteral = node.callee.name === 'require' && module?.type === 'Literal';
  return isLiteral ? String(module.value) : null;
}
