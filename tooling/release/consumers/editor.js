/** What an editor shows of the published types. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const OWN = /\/node_modules\/(?:@mortise\/[\w-]+|mortise)\/.+\.d\.ts$/;
const IMPORTED = /^(?:@mortise\/|mortise(?:\/|$))/;

/**
 * Asks for each name that the programs of a folder import from Mortise what an editor asks: its documentation, and where it
 * is declared.
 *
 * @param {string} folder with programs in `*.mts`, and the packages that they import
 * @returns {string[]} a sentence for each name without documentation, or declared in no published file
 */
export function editorProblems(folder) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.mts'))
    .map((name) => join(folder, name));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
  });
  const checker = program.getTypeChecker();
  const names = files.flatMap((file) => importedNames(program.getSourceFile(file)));
  return [...new Set(names.flatMap((name) => problemOf(checker, name) ?? []))];
}

function problemOf(checker, name) {
  const symbol = checker.getAliasedSymbol(checker.getSymbolAtLocation(name));
  const [declaration] = symbol.getDeclarations() ?? [];
  if (declaration === undefined || !OWN.test(declaration.getSourceFile().fileName))
    return `an editor does not find the declaration of ${name.text}`;
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text === '' ? `an editor shows no documentation of ${name.text}` : null;
}

/** The names that a program imports from packages of the project. */
function importedNames(source) {
  return source.statements
    .filter((statement) => ts.isImportDeclaration(statement))
    .filter(({ moduleSpecifier }) => IMPORTED.test(moduleSpecifier.text))
    .flatMap(({ importClause }) => importClause?.namedBindings?.elements ?? [])
    .map(({ name }) => name);
}
