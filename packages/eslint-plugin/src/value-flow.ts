import type { Rule, Scope, SourceCode } from 'eslint';
import type {
  Expression,
  Function as FunctionNode,
  MemberExpression,
  MethodDefinition,
  Node,
  PropertyDefinition,
  SimpleCallExpression,
} from 'estree';

/** A node with its place in the tree. */
export type Placed = Node & Rule.NodeParentExtension;

/** What the flow of a value depends on. */
export interface FlowOptions {
  readonly code: SourceCode;

  /** The members of `this`, by name. */
  readonly fields: ReadonlyMap<string, readonly Placed[]>;

  /** Methods of the value whose result is followed too. */
  readonly methods: ReadonlySet<string>;

  /** Functions of the value whose result is followed too. */
  readonly functions: ReadonlySet<string>;
}

/** Expressions whose value is that of a part. Those of types are no nodes of ESTree. */
const SAME =
  /^(?:Chain|Logical|Sequence|TSAs|TSNonNull|TSSatisfies|TSTypeAssertion)Expression$|^TemplateLiteral$/;
/** Those of types, which change nothing. */
const OF_TYPES = /^TS(?:As|NonNull|Satisfies|TypeAssertion)Expression$/;

/** The expression inside type syntax: `request` of `request as Request` and `request!`. */
export function withoutTypes(node: Node): Node {
  return OF_TYPES.test(node.type)
    ? withoutTypes((node as unknown as { readonly expression: Node }).expression)
    : node;
}

/**
 * Follows values through variables, fields of `this`, functions that return them, and calls that derive others from
 * them.
 */
export class ValueFlow {
  readonly #options: FlowOptions;
  /** Variables and fields that were followed already. */
  readonly #followed = new Set<Scope.Variable | string>();

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  /** Returns a node, and every expression that gets its value. */
  from(node: Placed): readonly Placed[] {
    return [node, ...this.#next(node).flatMap((next) => this.from(next))];
  }

  /** Returns the reads of members of a node with these names, including those by destructuring: `url` of `const { url } = node`. */
  members(node: Placed, names: ReadonlySet<string>): readonly Placed[] {
    const parent = node.parent as Placed;
    if (parent.type === 'MemberExpression' && parent.object === node) {
      const { property } = parent;
      const name = property.type === 'Literal' ? String(property.value) : methodOf(parent);
      return names.has(name ?? '') ? [parent] : [];
    }
    const target = assignedTo(node, parent);
    if (target?.type !== 'ObjectPattern') return [];
    return target.properties.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' && names.has(each.key.name)
        ? this.#readsOf(each.value)
        : [],
    );
  }

  /** The expressions and variables that get the value of a node. */
  #next(node: Placed): readonly Placed[] {
    const parent = node.parent as Placed;
    const target = assignedTo(node, parent);
    if (target !== null) {
      const reads = this.#readsOf(target);
      return parent.type === 'AssignmentExpression' ? [parent, ...reads] : reads;
    }
    switch (parent.type) {
      case 'ConditionalExpression':
        return parent.test === node ? [] : [parent];
      case 'ArrowFunctionExpression':
        return parent.body === node ? this.#callsOf(parent) : [];
      case 'ReturnStatement':
        return this.#callsOf(functionAround(parent));
      case 'CallExpression':
        return this.#passedTo(parent, node);
      case 'MemberExpression':
        return this.#derivedBy(parent, node);
      default:
        return SAME.test(parent.type) || isSum(parent) ? [parent] : [];
    }
  }

  /** The call of a function that is followed, and the parameter of a function of this file. */
  #passedTo(call: SimpleCallExpression & Placed, argument: Node): readonly Placed[] {
    const { callee } = call;
    if (callee.type !== 'Identifier') return [];
    const [definition] = variableOf(this.#options.code.getScope(call), callee.name)?.defs ?? [];
    const made = functionIn(definition?.node);
    const parameter = made?.params[call.arguments.indexOf(argument as Expression)];
    const reads = parameter === undefined ? [] : this.#readsOf(parameter);
    return this.#options.functions.has(callee.name) ? [call, ...reads] : reads;
  }

  /** A call of a method that is followed, or an item of a list. */
  #derivedBy(member: MemberExpression & Placed, object: Placed): readonly Placed[] {
    if (member.object !== object) return [];
    const name = methodOf(member);
    if (name === null) return [member];
    const call = member.parent as Placed;
    const isCall = call.type === 'CallExpression' && call.callee === member;
    return isCall && this.#options.methods.has(name) ? [call] : [];
  }

  #readsOf(target: Node): readonly Placed[] {
    if (target.type === 'ArrayPattern') {
      return target.elements.flatMap((each) => (each === null ? [] : this.#readsOf(each)));
    }
    if (target.type === 'AssignmentPattern') return this.#readsOf(target.left);
    if (target.type === 'Identifier') return this.#readsOfVariable(target);
    const field = target.type === 'PropertyDefinition' ? keyOf(target) : fieldOf(target);
    return field !== null && this.#isNew(field) ? (this.#options.fields.get(field) ?? []) : [];
  }

  #readsOfVariable(name: Node & { readonly name: string }): readonly Placed[] {
    const variable = variableOf(this.#options.code.getScope(name), name.name);
    if (variable === null || !this.#isNew(variable)) return [];
    return variable.references
      .filter((reference) => reference.isRead())
      .map(({ identifier }) => identifier as Placed);
  }

  /** The calls of a function by its name. */
  #callsOf(made: Placed | null): readonly Placed[] {
    if (made === null) return [];
    const [name, method] = [nameOfFunction(made), nameOfMethod(made)];
    const isNew = method !== null && this.#isNew(`${method}()`);
    const reads = isNew ? (this.#options.fields.get(method) ?? []) : [];
    return [...reads, ...(name === null ? [] : this.#readsOfVariable(name))].flatMap((read) => {
      const { parent } = read;
      return parent.type === 'CallExpression' && parent.callee === read ? [parent] : [];
    });
  }

  #isNew(holder: Scope.Variable | string): boolean {
    if (this.#followed.has(holder)) return false;
    this.#followed.add(holder);
    return true;
  }
}

/** `path` of `this.path`, `#path` of `this.#path`; `null` for anything else. */
export function fieldOf(node: Node): string | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return null;
  const { property } = node;
  return property.type === 'PrivateIdentifier' ? `#${property.name}` : methodOf(node);
}

/** The name of a member; `null` if it is computed, or not a member. */
export function methodOf(node: Node): string | null {
  if (node.type !== 'MemberExpression' || node.computed) return null;
  return node.property.type === 'Identifier' ? node.property.name : '';
}

/** The variable that a name means in a scope; `null` for an unknown one. */
export function variableOf(scope: Scope.Scope, name: string): Scope.Variable | null {
  for (let at: Scope.Scope | null = scope; at !== null; at = at.upper) {
    const variable = at.set.get(name);
    if (variable !== undefined) return variable;
  }
  return null;
}

/** Whether a node is a sum: of texts, if one of its parts is text. */
export function isSum(node: Node): boolean {
  return node.type === 'BinaryExpression' && node.operator === '+';
}

/** What a node is assigned to; `null` if it is not assigned. */
function assignedTo(node: Placed, parent: Placed): Node | null {
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.init === node ? parent.id : null;
    case 'PropertyDefinition':
      return parent.value === node ? parent : null;
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return parent.right === node ? parent.left : null;
    default:
      return null;
  }
}

function functionAround(node: Placed): Placed | null {
  for (let at: Placed | null = node; at !== null; at = at.parent as Placed | null) {
    if (/Function/.test(at.type)) return at;
  }
  return null;
}

/** The name with which a function was declared. */
function nameOfFunction(made: Placed): (Node & { readonly name: string }) | null {
  if (made.type === 'FunctionDeclaration') return made.id;
  const { parent } = made;
  if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return null;
  return parent.id;
}

/** The name of a method of a class, for calls of `this`; `null` for another function. */
function nameOfMethod({ parent }: Placed): string | null {
  return parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition'
    ? keyOf(parent)
    : null;
}

function keyOf({ key, computed }: MethodDefinition | PropertyDefinition): string | null {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return key.type === 'Identifier' && !computed ? key.name : null;
}

/** The function that a name is declared with. */
function functionIn(declaration: Node | undefined): FunctionNode | null {
  if (declaration?.type === 'FunctionDeclaration') return declaration;
  const value = declaration?.type === 'VariableDeclarator' ? declaration.init : null;
  return value != null && /^(?:Arrow)?FunctionExpression$/.test(value.type)
    ? (value as FunctionNode)
    : null;
}
