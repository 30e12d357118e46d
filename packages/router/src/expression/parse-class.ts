import { complement, maskOfRange } from './character-mask.js';
import { type ClassItem, literalItem, parseEscape } from './parse-escape.js';
import type { CharacterSet } from './expression.js';
import type { ExpressionReader } from './expression-reader.js';

const POSIX = /\[([:.=])[^\]]*\1\]/y;

/** Converts an item to a set. */
export function setOf({ source, mask }: ClassItem): CharacterSet {
  return { kind: 'set', source, mask };
}

/** Parses a class after its `[`. */
export function parseClass(reader: ExpressionReader): CharacterSet {
  const opening = reader.at - 1;
  const negated = reader.take('^');
  if (reader.next === ']') {
    throw reader.refusal(
      'a class that begins with "]" is empty in JavaScript; write \\] for the bracket',
    );
  }
  let source = '';
  let mask = 0n;
  while (!reader.take(']')) {
    if (reader.next === '') throw reader.refusal('the class is not closed; write ]', opening);
    const part = classPart(reader);
    source += part.source;
    mask |= part.mask;
  }
  if (negated) return { kind: 'set', source: `[^${source}]`, mask: complement(mask) };
  return { kind: 'set', source: `[${source}]`, mask };
}

/** Parses one character, one class escape or one range. */
function classPart(reader: ExpressionReader): { source: string; mask: bigint } {
  const from = classItem(reader);
  const range = reader.text[reader.at] === '-' && reader.text[reader.at + 1] !== ']';
  if (!range || from.code === null) {
    return { source: from.source, mask: from.mask };
  }
  const dash = reader.at++;
  const to = classItem(reader);
  if (to.code === null) {
    const both = `${from.source}\\-${to.source}`;
    return { source: both, mask: from.mask | to.mask | maskOfRange(0x2d, 0x2d) };
  }
  if (to.code < from.code)
    throw reader.refusal(
      'the range is reversed; write the lower character first, such as [a-z]',
      dash,
    );
  return {
    source: `${from.source}-${to.source}`,
    mask: maskOfRange(from.code, to.code),
  };
}

function classItem(reader: ExpressionReader): ClassItem {
  if (reader.next === '\\') return parseEscape(reader);
  const at = reader.at;
  if (reader.match(POSIX) !== null) {
    throw reader.refusal(
      'JavaScript has no POSIX classes; write the characters, such as [a-zA-Z]',
      at,
    );
  }
  return literalItem(reader.character());
}
