import { join } from 'node:path';
import ts from 'typescript';
import { entriesOf, packages, root } from '../setup/packages.js';

const MOST = 120;
const ENTRY = join(root, 'packages/mortise/src/index.ts');
/** Parts of conditional types, and a member that is named by its owner: nobody imports them. */
const INNER = new Set(['Flat', 'Parameters', 'Read']);

/** The sources of all entries of `mortise` and of the packages that it depends on. */
export function umbrellaEntries() {
  const all = packages();
  const { siblings } = all.find(({ name }) => name === 'mortise');
  return all
    .filter(({ name }) => name === 'mortise' || siblings.includes(name))
    .flatMap((one) => entriesOf(one).map(({ source }) => source));
}

/**
 * Checks that `mortise` has few names, and that each type in its signatures has a public name: in `mortise`, in
 * `mortise/slim`, or in a package that it depends on.
 *
 * @param {import('typescript').Program} program with the entries
 * @returns {string[]} one sentence each
 */
export function umbrellaProblems(program) {
  const checker = program.getTypeChecker();
  const resolved = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const namesOf = (entry) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(entry));
    return checker.getExportsOfModule(symbol).map(resolved);
  };
  const exported = new Set(namesOf(ENTRY));
  const named = new Set(umbrellaEntries().flatMap(namesOf));
  const missing = new Map();
  const visit = (node, user) => {
    if (isHidden(node)) return;
    if (ts.isTypeReferenceNode(node))
      note(resolved(checker.getSymbolAtLocation(node.typeName)), user);
    ts.forEachChild(node, (child) => visit(child, user));
  };
  const note = (target, user) => {
    const [declaration] = target.declarations ?? [];
    if (declaration === undefined || ts.isTypeParameterDeclaration(declaration)) return;
    if (!/\/packages\/[^/]+\/src\//.test(declaration.getSourceFile().fileName)) return;
    if (named.has(target) || INNER.has(target.name)) return;
    missing.set(target.name, (missing.get(target.name) ?? new Set()).add(user));
  };
  for (const symbol of exported)
    for (const declaration of symbol.declarations ?? []) visit(declaration, symbol.name);
  return [
    ...[...missing].map(
      ([name, users]) =>
        `nothing exports ${name}, which is in the signature of ${[...users].join(', ')} of mortise`,
    ),
    ...(exported.size > MOST
      ? [`mortise has ${exported.size} names, at most ${MOST}: move some to mortise/slim`]
      : []),
  ];
}

/** What a declaration file does not show, and base classes and interfaces, which users do not name. */
function isHidden(node) {
  if (ts.isBlock(node) || ts.isHeritageClause(node)) return true;
  const isPrivate = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private;
  return isPrivate !== 0 || (node.name !== undefined && ts.isPrivateIdentifier(node.name));
}
