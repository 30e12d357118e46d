import type { CharacterSet, Expression, Repeat } from './expression.js';
import { ExpressionReader } from './expression-reader.js';
import { complement, maskOfRange } from './character-mask.js';
import { parseClass, setOf } from './parse-class.js';
import { literalItem, parseEscape } from './parse-escape.js';

const COUNT = /\{(\d+)(,(\d*))?\}/y;
const NAMED_GROUP = /\(\?(?:P?<(?![=!])|')/y;
const LOOK = /\(\?<?[=!]/y;
const BOUNDARY = /\\[bB]/y;
const MODIFIER = /\(\?[a-zA-Z^-]+[:)]/y;
const WHOLE = 'remove it: an expression matches the whole argument';

/** PCRE groups that JavaScript does not have. */
const PCRE_GROUPS: readonly (readonly [string, string])[] = [
  ['(?>', 'an atomic group; write (?:...)'],
  ['(?|', 'a branch reset; write (?:...)'],
  ['(?#', 'a comment; remove it'],
  ['(?(', 'a condition; write the cases as (?:a|b)'],
];

/** Any character except a line feed, as in PCRE; JavaScript's own dot excludes three more characters. */
const DOT: CharacterSet = {
  kind: 'set',
  source: '[^\\n]',
  mask: complement(maskOfRange(10, 10)),
};

/**
 * Parses a placeholder's expression: the syntax that PCRE and JavaScript share.
 *
 * @param text the expression
 * @param pattern the pattern that contains it
 * @param start the index of the expression in the pattern
 * @throws {RouterError} `PATTERN_EXPRESSION`
 */
export function parseExpression(text: string, pattern: string, start: number): Expression {
  const reader = new ExpressionReader(text, pattern, start);
  const expression = parseChoice(reader);
  if (reader.next === ')')
    throw reader.refusal('")" has no opening "("; write \\) for the character');
  return expression;
}

function parseChoice(reader: ExpressionReader): Expression {
  const options: Expression[] = [];
  do options.push(parseSequence(reader));
  while (reader.take('|'));
  return options.length === 1 ? (options[0] as Expression) : { kind: 'choice', options };
}

function parseSequence(reader: ExpressionReader): Expression {
  const items: Expression[] = [];
  while (!['', '|', ')'].includes(reader.next)) {
    let item = parseAtom(reader);
    for (;;) {
      const repeated = parseRepeat(reader, item);
      if (repeated === null) break;
      item = repeated;
    }
    items.push(item);
  }
  return items.length === 1 ? (items[0] as Expression) : { kind: 'sequence', items };
}

function parseAtom(reader: ExpressionReader): Expression {
  const at = reader.at;
  const character = reader.next;
  switch (character) {
    case '(':
      return parseGroup(reader);
    case '[':
      reader.at++;
      return parseClass(reader);
    case '.':
      reader.at++;
      return DOT;
    case '\\': {
      const boundary = reader.match(BOUNDARY)?.[0];
      if (boundary !== undefined) return { kind: 'boundary', source: boundary };
      return setOf(parseEscape(reader));
    }
    case '^':
    case '$':
      throw reader.refusal(`"${character}" is an anchor; ${WHOLE}, or write \\${character}`);
    case '*':
    case '+':
    case '?':
      throw reader.refusal(
        `"${character}" has nothing to repeat; write \\${character} for the character`,
        at,
      );
    default:
      return setOf(literalItem(reader.character()));
  }
}

function parseGroup(reader: ExpressionReader): Expression {
  const opening = reader.at;
  const look = reader.match(LOOK)?.[0];
  if (look === undefined && !reader.take('(?:')) throw refusedGroup(reader);
  const item = parseChoice(reader);
  if (!reader.take(')')) throw reader.refusal('the group is not closed; write )', opening);
  return look === undefined ? item : { kind: 'look', opening: look, item };
}

function refusedGroup(reader: ExpressionReader): Error {
  const { at, text } = reader;
  const named = reader.match(NAMED_GROUP) !== null;
  if (named || text[at + 1] !== '?') {
    return reader.refusal('an expression cannot have capturing groups; write (?:...)', at);
  }
  if (reader.match(MODIFIER) !== null) {
    return reader.refusal('JavaScript has no inline modifiers; write both cases, such as [aA]', at);
  }
  const pcre = PCRE_GROUPS.find(([begin]) => text.startsWith(begin, at));
  const meaning =
    pcre === undefined
      ? 'is not a group in JavaScript; write (?:...)'
      : `is PCRE syntax for ${pcre[1]}`;
  return reader.refusal(`${text.slice(at, at + 3)} ${meaning}`, at);
}

function parseRepeat(reader: ExpressionReader, item: Expression): Repeat | null {
  const at = reader.at;
  const bounds = takeBounds(reader);
  if (bounds === null) return null;
  if (item.kind === 'look' || item.kind === 'boundary') {
    throw reader.refusal('an assertion cannot be repeated; remove the repetition', at);
  }
  if (reader.next === '+') {
    throw reader.refusal(
      `"${reader.text.slice(at, reader.at + 1)}" is PCRE's possessive quantifier; remove the last +`,
    );
  }
  const [min, max] = bounds;
  if (max < min || min > 1024)
    throw reader.refusal(
      'invalid repetition counts; write a first count that exceeds neither the second nor 1024',
      at,
    );
  return { kind: 'repeat', item, min, max, lazy: reader.take('?') };
}

function takeBounds(reader: ExpressionReader): readonly [number, number] | null {
  if (reader.take('*')) return [0, Number.POSITIVE_INFINITY];
  if (reader.take('+')) return [1, Number.POSITIVE_INFINITY];
  if (reader.take('?')) return [0, 1];
  const count = reader.match(COUNT);
  if (count === null) return null;
  const min = Number(count[1]);
  if (count[2] === undefined) return [min, min];
  return [min, count[3] === '' ? Number.POSITIVE_INFINITY : Number(count[3])];
}
