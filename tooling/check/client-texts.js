/**
 * Finds the texts of errors that clients read, in the syntax tree of a source: what is passed to an error class that
 * has `HTTP_ERROR`, and the tables from which such classes take their texts.
 */
import ts from 'typescript';

const { SyntaxKind: K } = ts;

const CODE = /^[A-Z][A-Z0-9_]+$/;

/** What a template's expression is replaced with. */
const VALUE = '\0';

/** The classes whose `detail` clients read at every status. */
const AT_EVERY_STATUS = ['httpError', 'HttpError'];

/**
 * The error classes of a source that clients read.
 *
 * @returns {{ name: string, status: number | null }[]} `status` if it is the same for all errors of the class
 */
export function readableClasses(source) {
  return descendants(source)
    .filter((node) => ts.isClassDeclaration(node) && node.members.some(isMark))
    .map((node) => ({ name: node.name.text, status: fixedStatus(node) }));
}

/** The statuses that tables of a source give to codes: `{ PROXY_LOOP: 508, NOT_NOW: { status: 403 } }`. */
export function statusesByCode(source) {
  return descendants(source)
    .filter((one) => ts.isPropertyAssignment(one) && CODE.test(one.name.text))
    .map(({ name, initializer }) => [name.text, statusOf(initializer)])
    .filter(([, status]) => status !== null);
}

/**
 * The texts that clients read.
 *
 * @param classes those of all sources: their statuses by name
 * @param statuses those of the tables of all sources, by code
 * @returns {{ text: string, codes: string[] }[]} each text, with values as NUL, and the codes that are beside it
 */
export function clientTexts(source, classes, statuses) {
  return descendants(source).flatMap((node) => {
    const name = createdClass(node, classes);
    if (name !== null) return ofCall(node, name, classes.get(name), statuses);
    if (ts.isArrayLiteralExpression(node)) return ofRow(node, node.elements);
    if (ts.isObjectLiteralExpression(node)) return ofRow(node, valuesOf(node));
    return [];
  });
}

/** Whether a text is a sentence: it begins with a capital and ends with a full stop. */
export function isSentence(text) {
  return /^[A-Z][^]*\.$/.test(text);
}

function ofCall(call, name, fixed, statuses) {
  const given = call.arguments ?? [];
  const codes = given.flatMap(codesOf);
  const ofCode = statuses.get(codes[0]) ?? null;
  const status = given.map(statusOf).find((one) => one !== null) ?? ofCode ?? fixed;
  const isRead = status !== null && (status < 500 || AT_EVERY_STATUS.includes(name));
  return isRead ? texts(given.flatMap(valuesOf), codes) : [];
}

/** A row of a table: it has the status of a client error, and a code beside the text or as the name of the row. */
function ofRow(row, values) {
  const isRow = values.some((value) => ts.isNumericLiteral(value) && isOfClient(value.text));
  if (!isRow) return [];
  const codes = [row.parent.name?.text ?? '', ...values.flatMap(stringsOf)].filter((text) =>
    CODE.test(text),
  );
  return codes.length === 0 ? [] : texts(values, codes);
}

function texts(values, codes) {
  return values
    .flatMap(stringsOf)
    .filter((text) => text.includes(' '))
    .map((text) => ({ text, codes }));
}

/** The codes of an argument: the argument itself, or the `code` of options. */
function codesOf(node) {
  const value = ts.isObjectLiteralExpression(node) ? memberOf(node, 'code') : node;
  return value === undefined ? [] : stringsOf(value).filter((text) => CODE.test(text));
}

const memberOf = (object, name) =>
  object.properties.find((one) => one.name?.text === name)?.initializer;

/** The strings that an expression can have; none if its value is not known here. */
function stringsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [
      node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join(''),
    ];
  }
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(stringsOf);
  if (ts.isCallExpression(node)) return returnedBy(node).flatMap(stringsOf);
  const value = initializerOf(node);
  return value === null ? [] : stringsOf(value);
}

function statusOf(node) {
  if (ts.isNumericLiteral(node)) return isStatus(node.text) ? Number(node.text) : null;
  if (ts.isObjectLiteralExpression(node)) {
    const status = memberOf(node, 'status');
    return status === undefined ? null : statusOf(status);
  }
  const value = initializerOf(node);
  return value === null ? null : statusOf(value);
}

/** What a name stands for: the value of a constant of this file, or the default of a parameter. */
function initializerOf(node) {
  return ts.isIdentifier(node) ? (declarationOf(node, node.text)?.initializer ?? null) : null;
}

/** What a function of this file returns. */
function returnedBy({ expression }) {
  const found = ts.isIdentifier(expression) ? declarationOf(expression, expression.text) : null;
  return found === null || !ts.isFunctionDeclaration(found)
    ? []
    : descendants(found)
        .filter(ts.isReturnStatement)
        .flatMap((one) => one.expression ?? []);
}

/** The constant, parameter or function that a name means at a node; `null` if it is declared elsewhere. */
function declarationOf(node, name) {
  for (let scope = node.parent; scope !== undefined; scope = scope.parent) {
    const found = declaredIn(scope).find((one) => one.name?.text === name);
    if (found !== undefined) return found;
  }
  return null;
}

function declaredIn({ statements = [], parameters = [] }) {
  return [
    ...parameters,
    ...statements.flatMap((one) =>
      ts.isVariableStatement(one) ? one.declarationList.declarations : one,
    ),
  ];
}

/** The name of the readable class that is created: `new X(...)`, `super(...)` in it, or `httpError(...)`. */
function createdClass(node, classes) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return null;
  const name = node.expression.kind === K.SuperKeyword ? ownerOf(node) : node.expression.text;
  const isCreated = ts.isNewExpression(node) || node.expression.kind === K.SuperKeyword;
  const isRead = name === 'httpError' || (isCreated && classes.has(name));
  return isRead ? name : null;
}

function ownerOf(node) {
  let owner = node;
  while (!ts.isClassLike(owner)) owner = owner.parent;
  return owner.name?.text;
}

const isMark = ({ name }) => name !== undefined && name.getText() === '[HTTP_ERROR]';

/** The highest status of the property `status`: its value, or one of its type. */
function fixedStatus({ members }) {
  const member = members.find((one) => one.name?.getText() === 'status');
  const statuses = (member === undefined ? [] : descendants(member))
    .filter(ts.isNumericLiteral)
    .map(({ text }) => Number(text));
  return statuses.length === 0 ? null : Math.max(...statuses);
}

/** The members of an object, except the title, which is not a sentence; anything else is itself. */
function valuesOf(node) {
  if (!ts.isObjectLiteralExpression(node)) return [node];
  return node.properties
    .filter(({ name }) => name !== undefined && name.getText() !== 'title')
    .map((one) => one.initializer ?? one.name);
}

const isStatus = (text) => /^[45]\d\d$/.test(text);
const isOfClient = (text) => /^4\d\d$/.test(text);

function descendants(node) {
  const found = [];
  const visit = (child) => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}
