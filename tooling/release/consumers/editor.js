/** What an editor shows of the published types. */

const OWN = /\/node_modules\/(?:@mortise\/[\w-]+|mortise)\/.+\.d\.ts$/;
const IMPORTED = /^(?:@mortise\/|mortise(?:\/|$))/;

/**
 * Asks for each name that files import from Mortise what an editor asks: its documentation, and where it is declared.
 *
 * @param {typeof import('typescript')} ts
 * @param {import('typescript').Program} program
 * @param {string[]} paths of files of the program
 * @returns {string[]} a sentence for each name without documentation, or declared in no published file
 */
export function editorProblems(ts, program, paths) {
  const checker = program.getTypeChecker();
  const names = paths.flatMap((path) => importedNames(ts, program.getSourceFile(path)));
  return [...new Set(names.flatMap((name) => problemOf(ts, checker, name) ?? []))];
}

function problemOf(ts, checker, name) {
  const symbol = checker.getAliasedSymbol(checker.getSymbolAtLocation(name));
  const [declaration] = symbol.getDeclarations() ?? [];
  if (declaration === undefined || !OWN.test(declaration.getSourceFile().fileName))
    return `an editor does not find the declaration of ${name.text}`;
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text === '' ? `an editor shows no documentation of ${name.text}` : null;
}

/** The names that a program imports from packages of the project. */
function importedNames(ts, source) {
  return source.statements
    .filter((statement) => ts.isImportDeclaration(statement))
    .filter(({ moduleSpecifier }) => IMPORTED.test(moduleSpecifier.text))
    .flatMap(({ importClause }) => importClause?.namedBindings?.elements ?? [])
    .map(({ name }) => name);
}
