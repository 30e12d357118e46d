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

/** A node with its parent. */
export type Placed = Node & Rule.NodeParentExtension;

/** Options of {@link ValueFlow}. */
export interface FlowOptions {
  readonly code: SourceCode;

  /** The accesses to members of `this`, by member name. */
  readonly fields: ReadonlyMap<string, readonly Placed[]>;

  /** Methods of the value whose results are followed too. */
  readonly methods: ReadonlySet<string>;

  /** Functions called with the value whose results are followed too. */
  readonly functions: ReadonlySet<string>;
}

/** Expressions whose value is that of one of their parts. ESTree does not define those for types. */
const SAME =
  /^(?:Chain|Logical|Sequence|TSAs|TSNonNull|TSSatisfies|TSTypeAssertion)Expression$|^TemplateLiteral$/;
/** Expressions that only add type syntax. */
const OF_TYPES = /^TS(?:As|NonNull|Satisfies|TypeAssertion)Expression$/;

/** Returns the expression inside type syntax: `request` for `request as Request` and `request!`. */
export function withoutTypes(node: Node): Node {
  return OF_TYPES.test(node.type)
    ? withoutTypes((node as unknown as { readonly expression: Node }).expression)
    : node;
}

/**
 * Follows values through variables, fields of `this`, functions that return them, and calls that derive other values
 * from them.
 */
export class ValueFlow {
  readonly #options: FlowOptions;
  /** Variables and fields that were already followed. */
  readonly #followed = new Set<Scope.Variable | string>();

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  /** Returns a node and every expression that receives its value. */
  from(node: Placed): readonly Placed[] {
    return [node, ...this.#next(node).flatMap((next) => this.from(next))];
  }

  /** Returns the reads of members with these names, including those by destructuring: `url` in `const { url } = node`. */
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

  /** Returns the expressions and variables that directly receive the value of a node. */
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

  /** Returns the call if its function is followed, and the uses of the parameter if the function is in this file. */
  #passedTo(call: SimpleCallExpression & Placed, argument: Node): readonly Placed[] {
    const { callee } = call;
    if (callee.type !== 'Identifier') return [];
    const [definition] = variableOf(this.#options.code.getScope(call), callee.name)?.defs ?? [];
    const made = functionIn(definition?.node);
    const parameter = made?.params[call.arguments.indexOf(argument as Expression)];
    const reads = parameter === undefined ? [] : this.#readsOf(parameter);
    return this.#options.functions.has(callee.name) ? [call, ...reads] : reads;
  }

  /** Returns the call of a followed method, or the access to an item. */
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

  /** Returns the calls of a function by its name. */
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

/** Returns `path` for `this.path`, `#path` for `this.#path`; `null` for anything else. */
export function fieldOf(node: Node): string | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return null;
  const { property } = node;
  return property.type === 'PrivateIdentifier' ? `#${property.name}` : methodOf(node);
}

/** Returns the name of a member, `''` if it is private; `null` if it is computed, or the node is not a member. */
export function methodOf(node: Node): string | null {
  if (node.type !== 'MemberExpression' || node.computed) return null;
  return node.property.type === 'Identifier' ? node.property.name : '';
}

/** Returns the variable to which a name refers in a scope; `null` if it is unknown. */
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

/** Returns the target to which a node is assigned; `null` if it is not assigned. */
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

/** Returns the name with which a function is declared; `null` if it has none. */
function nameOfFunction(made: Placed): (Node & { readonly name: string }) | null {
  if (made.type === 'FunctionDeclaration') return made.id;
  const { parent } = made;
  if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return null;
  return parent.id;
}

/** Returns the name of a class method, to find its calls on `this`; `null` for any other function. */
function nameOfMethod({ parent }: Placed): string | null {
  return parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition'
    ? keyOf(parent)
    : null;
}

function keyOf({ key, computed }: MethodDefinition | PropertyDefinition): string | null {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return key.type === 'Identifier' && !computed ? key.name : null;
}

/** Returns the function that a declaration declares; `null` if it declares none. */
function functionIn(declaration: Node | undefined): FunctionNode | null {
  if (declaration?.type === 'FunctionDeclaration') return declaration;
  const value = declaration?.type === 'VariableDeclarator' ? declaration.init : null;
  return value != null && /^(?:Arrow)?FunctionExpression$/.test(value.type)
    ? (value as FunctionNode)
    : null;
}
