import { ambiguity } from '../expression/ambiguity.js';
import { type Expression, expressionSource } from '../expression/expression.js';
import { literalItem } from '../expression/parse-escape.js';
import { ANY_SEGMENT } from '../parser/pattern.js';
import { RouterError } from '../router-error.js';
import { ExpressionMatcher } from './expression-matcher.js';
import type { Matcher } from './matcher.js';
import type { Piece } from './placeholder-reader.js';
import { SegmentMatcher } from './segment-matcher.js';

/** A matcher, and how many arguments it finds. */
interface Made {
  readonly matcher: Matcher;
  readonly arguments: number;
}

/** The most ambiguity that is safe on a text of 1,024 characters: quadratic time, a million steps. */
const MOST_AMBIGUITY = 1;

/** Makes matchers; one for all patterns that need the same. */
export class MatcherFactory {
  readonly #known = new Map<string, Matcher>();

  /** @throws {RouterError} `PATTERN_UNSAFE` */
  forSegment(pieces: readonly Piece[], pattern: string): Made {
    const plain = pieces.every((piece) => typeof piece === 'string' || piece.text === ANY_SEGMENT);
    const adjacent = pieces.some(
      (piece, i) => typeof piece === 'object' && typeof pieces[i + 1] === 'object',
    );
    if (!plain || adjacent) return this.forRest(pieces, pattern);
    return { matcher: new SegmentMatcher(literalsOf(pieces)), arguments: countOf(pieces) };
  }

  /** @throws {RouterError} `PATTERN_UNSAFE` */
  forRest(pieces: readonly Piece[], pattern: string): Made {
    const source = pieces.map(sourceOf).join('');
    let matcher = this.#known.get(source);
    if (matcher === undefined) {
      refuseUnsafe(pieces, pattern);
      matcher = new ExpressionMatcher(source, pieces.length === 1);
      this.#known.set(source, matcher);
    }
    return { matcher, arguments: countOf(pieces) };
  }
}

function countOf(pieces: readonly Piece[]): number {
  return pieces.filter((piece) => typeof piece === 'object').length;
}

/** The literals around placeholders, of which no two stand side by side. */
function literalsOf(pieces: readonly Piece[]): readonly string[] {
  const literals = pieces.filter((piece) => typeof piece === 'string');
  return [
    ...(typeof pieces[0] === 'string' ? [] : ['']),
    ...literals,
    ...(typeof pieces.at(-1) === 'string' ? [] : ['']),
  ];
}

function sourceOf(piece: Piece): string {
  if (typeof piece === 'object') return `(${expressionSource(piece.expression)})`;
  return Array.from(piece, (character) => literalItem(character).source).join('');
}

/** Refuses what a hostile path could keep busy: see `ambiguity`. */
function refuseUnsafe(pieces: readonly Piece[], pattern: string): void {
  const items = pieces.flatMap((piece) =>
    typeof piece === 'object' ? [piece.expression] : Array.from(piece, literalSet),
  );
  const found = ambiguity({ kind: 'sequence', items });
  if (found <= MOST_AMBIGUITY) return;
  const rule =
    found === Number.POSITIVE_INFINITY
      ? 'there are exponentially many ways to match a text with this, so a hostile path could block the process; let each round of a repetition begin with a character that the round before cannot end with, as in [a-z]+(?:-[a-z]+)*'
      : 'three repetitions can share the same characters here, so a hostile path could block the process; part them by a character that they do not match, as in [^/.]+\\.[a-z]+';
  const custom = pieces.find((piece) => typeof piece === 'object' && piece.text !== ANY_SEGMENT);
  const index = Math.max(0, typeof custom === 'object' ? pattern.indexOf(custom.text) : 0);
  throw RouterError.inPattern('PATTERN_UNSAFE', rule, { pattern, index });
}

function literalSet(character: string): Expression {
  const { source, mask } = literalItem(character);
  return { kind: 'set', source, mask };
}
