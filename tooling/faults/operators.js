/**
 * The faults that a line can have: for one node of the syntax tree, the texts that could be there by mistake.
 */
import ts from 'typescript';
import { looserPatterns } from './looser-patterns.js';

const { SyntaxKind: K } = ts;

/** What is written by mistake in place of an operator. */
const OPERATORS = new Map([
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
  [K.PlusToken, '-'],
  [K.MinusToken, '+'],
  [K.AsteriskToken, '/'],
  [K.SlashToken, '*'],
  [K.PercentToken, '*'],
  [K.AmpersandToken, '|'],
  [K.BarToken, '&'],
  [K.PlusEqualsToken, '-='],
  [K.MinusEqualsToken, '+='],
]);

/** Operators of which one side can be forgotten. */
const CHOICES = new Set([K.AmpersandAmpersandToken, K.BarBarToken, K.QuestionQuestionToken]);

/** Methods that are mistaken for each other: same arguments, another rule. */
const SIBLINGS = new Map(
  [
    ['replace', 'replaceAll'],
    ['some', 'every'],
    ['indexOf', 'lastIndexOf'],
    ['startsWith', 'endsWith'],
    ['toLowerCase', 'toUpperCase'],
    ['trimStart', 'trimEnd'],
    ['push', 'unshift'],
    ['pop', 'shift'],
    ['min', 'max'],
    ['floor', 'ceil'],
    ['on', 'once'],
    ['setTimeout', 'setInterval'],
    ['all', 'race'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

const EQUALITIES = new Set([K.EqualsEqualsEqualsToken, K.ExclamationEqualsEqualsToken]);

const FAULTS_OF = new Map([
  [K.BinaryExpression, binary],
  [K.PrefixUnaryExpression, prefix],
  [K.NumericLiteral, number],
  [K.BigIntLiteral, (node) => [`(${node.text} + 1n)`]],
  [K.TrueKeyword, () => ['false']],
  [K.FalseKeyword, () => ['true']],
  [K.StringLiteral, string],
  [K.NoSubstitutionTemplateLiteral, string],
  [K.TemplateExpression, template],
  [K.RegularExpressionLiteral, (node) => looserPatterns(node.text)],
  [K.ArrayLiteralExpression, array],
  [K.ObjectLiteralExpression, object],
  [K.AwaitExpression, (node, source) => [node.expression.getText(source)]],
  [K.CallExpression, sibling],
]);

/**
 * The texts that could be in place of an expression by mistake, each with valid syntax there.
 *
 * @returns empty if nothing is known for this kind of expression
 */
export function faultsOfExpression(node, source) {
  const faults = FAULTS_OF.get(node.kind)?.(node, source) ?? [];
  if (isCondition(node) && !isChoice(node)) faults.push('true', 'false');
  if (isArrowEffect(node)) faults.push('undefined');
  if (ts.isOptionalChain(node) && !isInsideChain(node))
    faults.push(...withoutQuestions(node, source));
  return [...new Set(faults)];
}

/** Whether a statement can be forgotten without changing what is declared. */
export function canBeDropped(node) {
  if (isOnlyOneOfItsCondition(node)) return false;
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const isSuper =
      ts.isCallExpression(expression) && expression.expression.kind === K.SuperKeyword;
    return !isSuper && !ts.isStringLiteral(expression);
  }
  if (ts.isReturnStatement(node)) {
    const block = ts.isBlock(node.parent) ? node.parent.parent : node.parent;
    return node.expression === undefined || ts.isIfStatement(block);
  }
  return ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
}

/** Without the statement, `if (a) b;` is the same as with the condition `false`. */
function isOnlyOneOfItsCondition({ parent }) {
  if (parent === undefined) return false;
  const isAlone = ts.isBlock(parent) && parent.statements.length === 1;
  const choice = isAlone ? parent.parent : parent;
  return (
    ts.isIfStatement(choice) && choice.elseStatement === undefined && !isChoice(choice.expression)
  );
}

function binary(node, source) {
  const left = node.left.getText(source);
  const right = node.right.getText(source);
  const kind = node.operatorToken.kind;
  if (CHOICES.has(kind)) return [left, right];
  if (isConcatenation(kind) && (isText(node.left) || isText(node.right))) {
    return kind === K.PlusToken ? [left, right] : [];
  }
  // The condition is also tried as `true` and as `false`.
  if (EQUALITIES.has(kind) && isCondition(node)) return [];
  const other = OPERATORS.get(kind);
  return other === undefined ? [] : [`${left} ${other} ${right}`];
}

function prefix(node, source) {
  if (node.operator !== K.ExclamationToken || isCondition(node)) return [];
  return [node.operand.getText(source)];
}

/** The value of a member such as `{ name: 0 }` is a mark: only the name is read. */
function number(node) {
  const isMark = node.text === '0' && ts.isPropertyAssignment(node.parent);
  return isMark ? [] : [String(Number(node.text) + 1)];
}

/** Texts with a blank are messages. */
function string(node) {
  if (/\s\S/.test(node.text) || ts.isArrayLiteralExpression(node.parent)) return [];
  return [node.text === '' ? "'fault'" : "''"];
}

function template(node, source) {
  if (/[a-z] [a-z]/i.test(node.getText(source))) return [];
  return [node.head, ...node.templateSpans.map((span) => span.literal)]
    .filter((part) => part.text !== '')
    .map((part) => {
      const isLast = part.kind === K.TemplateTail || part.kind === K.LastTemplateToken;
      return withOther(node, source, part.getStart(source) + 1, part.end - (isLast ? 1 : 2));
    });
}

function object(node, source) {
  const droppable = node.properties.filter((property) => !ts.isMethodDeclaration(property));
  return [
    ...without(node, node.properties, source, droppable),
    ...exchanged(node, node.properties, source),
  ];
}

function array(node, source) {
  return [...without(node, node.elements, source), ...exchanged(node, node.elements, source)];
}

/** The text of a list, once with each spread and its neighbour in the other order: the last one wins. */
function exchanged(node, elements, source) {
  return elements.slice(1).flatMap((second, index) => {
    const first = elements[index];
    if (!isSpread(first) && !isSpread(second)) return [];
    const between = source.text.slice(first.end, second.getStart(source));
    const other = second.getText(source) + between + first.getText(source);
    return [withOther(node, source, first.getStart(source), second.end, other)];
  });
}

/** A call of a method, as a call of the one that is mistaken for it. */
function sibling(node, source) {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const { name } = expression;
  const other = SIBLINGS.get(name.text);
  return other === undefined
    ? []
    : [withOther(node, source, name.getStart(source), name.end, other)];
}

/** The text of a list, once without each of its elements. */
function without(node, elements, source, droppable = elements) {
  return droppable.map((element) => {
    const end = elements[elements.indexOf(element) + 1]?.getStart(source) ?? node.end - 1;
    return withOther(node, source, element.getStart(source), end);
  });
}

function withoutQuestions(node, source) {
  const faults = [];
  for (let link = node; ts.isOptionalChain(link); link = link.expression) {
    const token = link.questionDotToken;
    if (token === undefined) continue;
    const dot = ts.isPropertyAccessExpression(link) ? '.' : '';
    faults.push(withOther(node, source, token.getStart(source), token.end, dot));
  }
  return faults;
}

/** The text of a node, with another one between two positions of the source. */
function withOther(node, source, from, end, other = '') {
  return source.text.slice(node.getStart(source), from) + other + source.text.slice(end, node.end);
}

function isSpread(node) {
  return ts.isSpreadElement(node) || ts.isSpreadAssignment(node);
}

function isConcatenation(kind) {
  return kind === K.PlusToken || kind === K.PlusEqualsToken;
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function isChoice(node) {
  return ts.isBinaryExpression(node) && CHOICES.has(node.operatorToken.kind);
}

function isCondition(node) {
  const { parent } = node;
  return (
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    ((ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node)
  );
}

/** Whether an arrow function is there for this call alone. */
function isArrowEffect(node) {
  return (
    ts.isArrowFunction(node.parent) &&
    node.parent.body === node &&
    (ts.isCallExpression(node) || ts.isVoidExpression(node))
  );
}

function isInsideChain(node) {
  const { parent } = node;
  return ts.isOptionalChain(parent) && parent.expression === node;
}
