/**
 * Checks that `mortise` has few names, and that each type in its signatures has a public name: in `mortise`, in
 * `mortise/slim`, or in a package that it depends on.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const MOST = 120;
const ENTRY = resolve('packages/mortise/src/index.ts');
const { dependencies } = JSON.parse(readFileSync('packages/mortise/package.json', 'utf8'));
const ENTRIES = ['mortise', ...Object.keys(dependencies)].flatMap(entriesOf);
/** Parts of conditional types, and a member that is named by its owner: nobody imports them. */
const INNER = new Set(['Flat', 'Parameters', 'Read']);

const { config } = ts.readConfigFile('tooling/check/tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, 'tooling/check');
const program = ts.createProgram(ENTRIES, { ...options, noEmit: true });
const checker = program.getTypeChecker();
const exported = namesOf(ENTRY);
const named = new Set(ENTRIES.flatMap((entry) => [...namesOf(entry)]));

const missing = new Map();
for (const symbol of exported) {
  for (const declaration of symbol.declarations ?? []) visit(declaration, symbol.name);
}
for (const [name, users] of missing) {
  console.error(
    `nothing exports ${name}, which is in the signature of ${[...users].join(', ')} of mortise`,
  );
}
if (exported.size > MOST) {
  console.error(`mortise has ${exported.size} names, at most ${MOST}: move some to mortise/slim`);
}
console.log(`${exported.size} exports, ${missing.size} problems`);
process.exitCode = missing.size === 0 && exported.size <= MOST ? 0 : 1;

/** The sources of all entries of a package. */
function entriesOf(name) {
  const folder = `packages/${name.replace('@mortise/', '')}`;
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return Object.values(exports).flatMap((entry) =>
    entry['@mortise/source'] === undefined ? [] : [resolve(folder, entry['@mortise/source'])],
  );
}

function namesOf(entry) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(entry));
  return new Set(checker.getExportsOfModule(symbol).map(resolved));
}

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
  if (named.has(target) || INNER.has(target.name)) return;
  missing.set(target.name, (missing.get(target.name) ?? new Set()).add(user));
}

function resolved(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
