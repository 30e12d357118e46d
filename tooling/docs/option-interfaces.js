/**
 * What the sources say about options: the sentence and the default of each member of an interface. The sentence is the
 * first paragraph of its JSDoc. The default is the value in the declaration (`options<I>()(...)` of
 * `@mortise/base/options`), otherwise what the JSDoc says after "Default". Interfaces and constants that adapters
 * share are those of `base`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root, sourcesIn } from '../setup/packages.js';

/** "Default `''`.", "Default: the platform's.", "...; default 1,000." */
const DEFAULT = /(?:[;,] default:? | ?\bDefault:? )(.+?)(?:\.(?= |$)|$)/s;

/**
 * @typedef {{ name: string, optional: boolean, documented: boolean, declared: boolean, text: string, said: string, value: string }} Option
 *   `declared` is whether its interface has a declaration, `said` is the default in the JSDoc, `value` that of the declaration, as code; both '' if there is none
 * @param {string} folder of a package
 * @returns {Map<string, Option[]>} the options of each interface of its sources, inherited ones last
 */
export function optionInterfaces(folder) {
  const files = filesOf(folder);
  const all = [...shared, ...files];
  const exported = new Map(all.flatMap((file) => [...constantsOf(file, true)]));
  const interfaces = new Map(all.flatMap(interfacesOf).map((node) => [node.name.text, node]));
  const values = new Map();
  for (const file of files) {
    const constants = new Map([...exported, ...constantsOf(file)]);
    visit(file, (node) => {
      const { names, rules } = declarationOf(node, constants);
      for (const name of names) values.set(name, valuesOf(rules, constants));
    });
  }
  const own = files.flatMap(interfacesOf).map(({ name }) => name.text);
  return new Map(
    own.map((name) => [name, membersOf(interfaces.get(name), interfaces, values.get(name))]),
  );
}

const filesOf = (folder) =>
  sourcesIn(join(folder, 'src')).map((path) =>
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
  );
const shared = filesOf(join(root, 'packages/base'));
const interfacesOf = (file) => file.statements.filter(ts.isInterfaceDeclaration);

function visit(node, seen) {
  seen(node);
  ts.forEachChild(node, (child) => visit(child, seen));
}

function membersOf(node, interfaces, values, seen = new Set()) {
  // A package can have two interfaces of one name.
  if (seen.has(node)) return [];
  seen.add(node);
  const own = node.members.filter(ts.isPropertySignature).map((member) => {
    const name = member.name.text;
    const [doc] = member.jsDoc ?? [];
    const whole = (ts.getTextOfJSDocComment(doc?.comment) ?? '').replaceAll(
      /\{@link ([^}]+)\}/g,
      '`$1`',
    );
    const [first = ''] = whole.split('\n\n');
    const line = (text) => text.replaceAll(/\s+/g, ' ').trim();
    return {
      name,
      optional: member.questionToken !== undefined,
      documented: whole !== '',
      declared: values !== undefined,
      text: line(first)
        .replace(DEFAULT, (said) => (/^[;,]/.test(said) ? '.' : ''))
        .trim()
        .replace(/(?<![.!?])$/, first === '' ? '' : '.'),
      said: line(whole).match(DEFAULT)?.[1] ?? '',
      value: values?.get(name) ?? '',
    };
  });
  const inherited = (node.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap((parent) => inheritedOf(parent, interfaces, values, seen));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...inherited.filter(({ name }) => !names.has(name))];
}

/** The members of `extends Base<T>`, `Omit<Base, 'a' | 'b'>` and `Pick<Base, 'a'>`; none of a type of another package. */
function inheritedOf({ expression, typeArguments }, interfaces, values, seen) {
  const [base, names] = /^(?:Omit|Pick)$/.test(expression.text) ? typeArguments : [expression];
  const parent = interfaces.get(base.getText().match(/^\w+/)?.[0]);
  if (parent === undefined) return [];
  const members = membersOf(parent, interfaces, values, seen);
  const listed = new Set(names?.getText().match(/\w+/g));
  if (expression.text === 'Omit') return members.filter(({ name }) => !listed.has(name));
  return expression.text === 'Pick' ? members.filter(({ name }) => listed.has(name)) : members;
}

/** The interfaces and rules of `options<I>()('door', rules)`, under any name of the function: none of another node. */
function declarationOf(node, constants) {
  if (!ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) return { names: [] };
  const [type] = node.expression.typeArguments ?? [];
  const [, given] = node.arguments;
  if (type === undefined || given === undefined) return { names: [] };
  return { names: type.getText().match(/\w+/g), rules: constants.get(given.getText()) ?? given };
}

/** The defaults of rules: the second argument of `or`. Rules of a name, and those that are spread, are followed within the file. */
function valuesOf(rules, constants) {
  const values = new Map();
  for (const rule of rules?.properties ?? []) {
    if (ts.isSpreadAssignment(rule)) {
      const spread = constants.get(rule.expression.getText());
      for (const [name, value] of valuesOf(spread, constants)) values.set(name, value);
    } else if (ts.isPropertyAssignment(rule) && ts.isCallExpression(rule.initializer)) {
      const { expression, arguments: args } = rule.initializer;
      const value = expression.getText() === 'or' ? literalOf(args[1], constants) : undefined;
      if (value !== undefined) values.set(rule.name.text, value);
    }
  }
  return values;
}

function constantsOf(file, onlyExported = false) {
  const constants = new Map();
  visit(file, (node) => {
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
    if (!onlyExported || ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) {
      constants.set(node.name.getText(), unwrapped(node.initializer));
    }
  });
  return constants;
}

function unwrapped(node) {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? unwrapped(node.expression)
    : node;
}

/** A text, truth value or number as code; `undefined` for anything else. */
function literalOf(node, constants) {
  if (ts.isStringLiteral(node)) return `'${node.text}'`;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'true';
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'false';
  const number = numberOf(node, constants);
  return number === undefined ? undefined : number.toLocaleString('en-US');
}

function numberOf(node, constants) {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant === undefined ? undefined : numberOf(constant, constants);
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [numberOf(node.left, constants), numberOf(node.right, constants)];
  if (left === undefined || right === undefined) return undefined;
  const operators = {
    [ts.SyntaxKind.AsteriskToken]: left * right,
    [ts.SyntaxKind.AsteriskAsteriskToken]: left ** right,
    [ts.SyntaxKind.MinusToken]: left - right,
  };
  return operators[node.operatorToken.kind];
}
