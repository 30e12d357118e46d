import type { Rule } from 'eslint';
import type { Node } from 'estree';
import type ts from 'typescript';

/** The services that typed linting provides. */
interface TypedServices {
  readonly program: ts.Program;
  getTypeAtLocation(node: Node): ts.Type;
}

/**
 * Returns the type of an expression.
 *
 * @returns `null` without typed linting, and for `any` and `unknown`
 */
export function typeOf(context: Rule.RuleContext, node: Node): ts.Type | null {
  const services = context.sourceCode.parserServices as Partial<TypedServices>;
  if (services.program == null || services.getTypeAtLocation === undefined) return null;
  const type = services.getTypeAtLocation(node);
  return type.flags & ANY_OR_UNKNOWN ? null : type;
}

/** Returns the members of a union, or the type itself. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether a type has all of these members. */
export function hasMembers(type: ts.Type, names: readonly string[]): boolean {
  return names.every((name) => type.getProperty(name) !== undefined);
}

/** `TypeFlags.Any | TypeFlags.Unknown`, as a literal so that the compiler need not be loaded. */
const ANY_OR_UNKNOWN = 1 | 2;
