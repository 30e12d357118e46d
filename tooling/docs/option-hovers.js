/**
 * What an editor shows of options: the sentence of each member of the types of options, and of the objects in them. It comes
 * with the symbol of the member, from whichever literal or variable an editor asks for it.
 */
import ts from 'typescript';

const OPTIONS = /(?:Options|Attributes|Description)$/;
const SOURCES = /\/packages\/[\w-]+\/src\//;
/** Names of other kinds are those of standards, such as `~standard` and `x5t#S256`. */
const IDENTIFIER = /^\w+$/;

/**
 * @param {import('typescript').Program} program with these modules
 * @param {string[]} entries absolute paths of modules
 * @returns {{ count: number, problems: string[] }} the number of options, and a sentence for each without documentation
 */
export function optionHovers(program, entries) {
  const checker = program.getTypeChecker();
  const seen = new Set();
  const problems = [];
  let count = 0;
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      if (isOurs(symbol)) for (const type of optionTypes(checker, symbol)) visit(type, symbol.name);
    }
  }
  return { count, problems };

  function visit(type, path) {
    if (seen.has(type)) return;
    seen.add(type);
    for (const option of checker.getPropertiesOfType(type).filter(isOurs)) {
      const name = `${path}.${option.name}`;
      count++;
      if (option.getDocumentationComment(checker).length === 0)
        problems.push(`an editor shows no sentence for ${name}: write its JSDoc`);
      if (refusesUndefined(checker, option))
        problems.push(`${name} does not accept undefined, which is omitted: write T | undefined`);
      for (const inner of dataIn(checker, checker.getTypeOfSymbol(option))) visit(inner, name);
    }
  }
}

/** The type of an interface of options, and those of the parameters of a function or class. */
function optionTypes(checker, symbol) {
  const own = symbol.flags & ts.SymbolFlags.Interface && OPTIONS.test(symbol.name);
  const type = symbol.valueDeclaration === undefined ? null : checker.getTypeOfSymbol(symbol);
  const signatures =
    type === null ? [] : [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const given = signatures
    .flatMap(({ parameters }) => parameters.map((each) => checker.getTypeOfSymbol(each)))
    .flatMap((each) => partsOf(checker.getBaseConstraintOfType(each) ?? each))
    .filter(isOptions);
  return own ? [checker.getDeclaredTypeOfSymbol(symbol), ...given] : given;
}

/**
 * Whether a member can be omitted, but not be `undefined`. With `exactOptionalPropertyTypes`, `{ port: settings.port }` then
 * does not compile.
 */
function refusesUndefined(checker, option) {
  if (!(option.flags & ts.SymbolFlags.Optional) || isOfDescription(option)) return false;
  const anything = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  // The type of a member that is only absent is another one, with the same flags.
  return !partsOf(checker.getTypeOfSymbol(option)).some(
    (part) => part === checker.getUndefinedType() || part.flags & anything,
  );
}

/** The members that a description has determine the types of a handler and a client: one that can be absent has none. */
function isOfDescription({ declarations: [declaration] = [] }) {
  return /Description$/.test(declaration?.parent?.name?.text ?? '');
}

function partsOf(type) {
  return type.isUnion() ? type.types : [type];
}

function isOptions(type) {
  const named = type.isIntersection() ? type.types : [type];
  return named.some(({ aliasSymbol, symbol }) => OPTIONS.test((aliasSymbol ?? symbol)?.name ?? ''));
}

/** Whether a symbol is declared in the workspace. Members of a `Record` are declared nowhere. */
function isOurs({ declarations: [declaration] = [] }) {
  return declaration === undefined || SOURCES.test(declaration.getSourceFile().fileName);
}

/** The objects with options in the type of an option, or in a list; none with methods, such as a store. */
function dataIn(checker, type) {
  return partsOf(type)
    .map((part) => (checker.isArrayType(part) ? checker.getTypeArguments(part)[0] : part))
    .filter((part) => {
      const isObject = part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
      const members = isObject ? checker.getPropertiesOfType(part) : [];
      return (
        members.length > 0 &&
        members.every((member) => isOurs(member) && IDENTIFIER.test(member.name)) &&
        part.getCallSignatures().length === 0 &&
        !members.some((member) => member.flags & ts.SymbolFlags.Method) &&
        !members.every((member) => checker.getTypeOfSymbol(member).getCallSignatures().length > 0)
      );
    });
}
