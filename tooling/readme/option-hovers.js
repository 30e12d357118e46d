/**
 * What an editor shows of options: a literal with every option of every exported options interface, and of the objects
 * in them, is opened in TypeScript's language service, which is asked about each name.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { packages } from '../setup/packages.js';

const OPTIONS = /(?:Options|Attributes|Description)$/;
const SOURCES = /\/packages\/[\w-]+\/src\//;
/** Names of other kinds are those of standards, such as `~standard` and `x5t#S256`. */
const IDENTIFIER = /^\w+$/;
const DEEPEST = 4;

/**
 * @param {ReturnType<typeof import('./editor.js').editor>} shown an editor with these modules
 * @param {string[]} entries absolute paths of modules
 * @returns {{ count: number, problems: string[] }} the number of options, and a sentence for each without documentation
 */
export function optionHovers({ program, open }, entries) {
  const { text, places } = literalsOf(program(), entries);
  const { sentenceAt } = open(text);
  const problems = places
    .filter(({ at }) => sentenceAt(at) === '')
    .map(({ path }) => `an editor shows no sentence for ${path}: write its JSDoc`);
  return { count: places.length, problems: [...new Set(problems)] };
}

/** The modules that users can import, as sources. */
export function publishedEntries() {
  const entries = packages().flatMap(({ folder, manifest }) =>
    [...JSON.stringify(manifest.exports ?? {}).matchAll(/"(\.\/src\/[^"]+\.ts)"/g)].map(
      ([, file]) => join(folder, file),
    ),
  );
  return [...new Set(entries)];
}

/** @returns the type of each exported options interface and of each parameter with options, and the code before a literal of it */
function doorsOf(declared, entries) {
  const checker = declared.getTypeChecker();
  const doors = [];
  const seen = new Set();
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(declared.getSourceFile(entry));
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!isOurs(symbol) || seen.has(symbol)) continue;
      seen.add(symbol);
      const { name } = exported;
      if (symbol.flags & ts.SymbolFlags.Interface && OPTIONS.test(name)) {
        const parameters = symbol.declarations[0].typeParameters ?? [];
        const filled = parameters.length > 0 ? `<${parameters.map(() => 'any').join(', ')}>` : '';
        const code = `({} as { set(options: import('${entry}').${name}${filled}): void }).set(`;
        doors.push({ type: checker.getDeclaredTypeOfSymbol(symbol), others: [], code, path: name });
      }
      if (symbol.valueDeclaration !== undefined) {
        const path = `(null! as typeof import('${entry}')).${name}`;
        const type = checker.getTypeOfSymbol(symbol);
        for (const signature of type.getCallSignatures())
          doors.push(...doorsIn(checker, signature, `${path}(`, name));
        for (const signature of type.getConstructSignatures())
          doors.push(...doorsIn(checker, signature, `new (${path})(`, name));
      }
    }
  }
  return doors;
}

function doorsIn(checker, { parameters }, code, name) {
  return parameters.flatMap((parameter, at) => {
    const declared = checker.getTypeOfSymbol(parameter);
    const parts = partsOf(checker.getBaseConstraintOfType(declared) ?? declared);
    const type = parts.find(isOptions);
    const door = { code: code + 'null!, '.repeat(at), path: name };
    return type === undefined
      ? []
      : [{ ...door, type, others: parts.filter((part) => part !== type) }];
  });
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

/** @returns a module with a literal for each door, and the position of each name in it */
function literalsOf(declared, entries) {
  const checker = declared.getTypeChecker();
  const places = [];
  let text = '';
  const write = ({ type, others, path }, depth, seen) => {
    text += '{';
    for (const option of checker.getPropertiesOfType(type).filter(isOurs)) {
      text += ' ';
      const name = `${path}.${option.name}`;
      // Of a name in several members of a union, an editor shows the first sentence or none.
      const isShared = others.some((other) => other.getProperty(option.name) !== undefined);
      if (!isShared) places.push({ at: text.length, path: name });
      text += `${option.name}: `;
      const inner = objectIn(checker, checker.getTypeOfSymbol(option));
      if (inner === null || depth === DEEPEST || seen.has(inner.type)) text += 'null!';
      else {
        text += inner.isList ? '[' : '';
        write({ ...inner, path: name }, depth + 1, new Set([...seen, inner.type]));
        text += inner.isList ? ']' : '';
      }
      text += ',';
    }
    text += ' }';
  };
  for (const door of doorsOf(declared, entries)) {
    text += door.code;
    write(door, 0, new Set([door.type]));
    text += ');\n';
  }
  return { text, places };
}

/** The object with options in the type of an option, or in a list; `null` for one with methods, such as a store. */
function objectIn(checker, type) {
  const parts = partsOf(type);
  for (const part of parts) {
    const isList = checker.isArrayType(part);
    const inner = isList ? (checker.getTypeArguments(part)[0] ?? part) : part;
    const isObject = inner.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
    const members = isObject ? checker.getPropertiesOfType(inner) : [];
    const isData =
      members.length > 0 &&
      members.every((member) => isOurs(member) && IDENTIFIER.test(member.name)) &&
      inner.getCallSignatures().length === 0 &&
      !members.some((member) => member.flags & ts.SymbolFlags.Method) &&
      !members.every((member) => checker.getTypeOfSymbol(member).getCallSignatures().length > 0);
    if (isData) return { type: inner, isList, others: parts.filter((other) => other !== part) };
  }
  return null;
}
