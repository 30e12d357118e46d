/**
 * Checks that each type in the signatures of `mortise` can be imported from `mortise`, so that users of the umbrella can
 * name the type of an option or a result without a second package.
 */
import { resolve } from 'node:path';
import ts from 'typescript';

const ENTRY = resolve('packages/mortise/src/index.ts');
/** Parts of conditional types, and a member that is named by its owner: nobody imports them. */
const INNER = new Set(['Flat', 'Parameters', 'Read']);

const { config } = ts.readConfigFile('tooling/check/tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, 'tooling/check');
const program = ts.createProgram([ENTRY], { ...options, noEmit: true });
const checker = program.getTypeChecker();
const exported = new Set(
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ENTRY)))
    .map(resolved),
);

const missing = new Map();
for (const symbol of exported) {
  for (const declaration of symbol.declarations ?? []) visit(declaration, symbol.name);
}
for (const [name, users] of missing) {
  console.error(
    `mortise does not export ${name}, which is in the signature of ${[...users].join(', ')}`,
  );
}
console.log(`${exported.size} exports, ${missing.size} problems`);
process.exitCode = missing.size === 0 ? 0 : 1;

function visit(node, user) {
  if (isHidden(node)) return;
  if (ts.isTypeReferenceNode(node)) note(checker.getSymbolAtLocation(node.typeName), user);
  ts.forEachChild(node, (child) => visit(child, user));
}

/** What a declaration file does not show, and base classes and interfaces, which users do not name. */
function isHidden(node) {
  if (ts.isBlock(node) || ts.isHeritageClause(node)) return true;
  const isPrivate = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private;
  return isPrivate !== 0 || (node.name !== undefined && ts.isPrivateIdentifier(node.name));
}

function note(symbol, user) {
  const target = symbol === undefined ? null : resolved(symbol);
  const [declaration] = target?.declarations ?? [];
  if (declaration === undefined || ts.isTypeParameterDeclaration(declaration)) return;
  if (!/\/packages\/[^/]+\/src\//.test(declaration.getSourceFile().fileName)) return;
  if (exported.has(target) || INNER.has(target.name)) return;
  missing.set(target.name, (missing.get(target.name) ?? new Set()).add(user));
}

function resolved(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
