import { ambiguity } from '../expression/ambiguity.js';
import { type Expression, expressionSource, parts } from '../expression/expression.js';
import { literalItem } from '../expression/parse-escape.js';
import { ANY_SEGMENT } from '../parser/pattern-parts.js';
import { RouterError } from '../router-error.js';
import { AnyMatcher } from './any-matcher.js';
import { ExpressionMatcher, matcherKey } from './expression-matcher.js';
import type { Matcher } from './matcher.js';
import type { Piece } from './placeholder-reader.js';
import { SegmentMatcher } from './segment-matcher.js';

/** A matcher and the number of arguments that it finds. */
interface Made {
  readonly matcher: Matcher;
  readonly arguments: number;
}

/** The maximum ambiguity that is safe with a string of 1,024 characters: quadratic time, about a million steps. */
const MOST_AMBIGUITY = 1;

const PROPERTY = /\\[pP]\{/;

/** Creates matchers; patterns with the same expression share one. */
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
    const [first] = pieces;
    if (pieces.length === 1 && typeof first === 'object' && first.isAnyRest === true) {
      return { matcher: new AnyMatcher(first.strict), arguments: 1 };
    }
    const source = pieces.map(sourceOf).join('');
    const strict = pieces.flatMap((piece) => (typeof piece === 'object' ? [piece.strict] : []));
    const key = matcherKey(source, strict);
    let matcher = this.#known.get(key);
    if (matcher === undefined) {
      refuseUnsafe(pieces, pattern);
      matcher = new ExpressionMatcher(source, pieces.length === 1, strict);
      this.#known.set(key, matcher);
    }
    return { matcher, arguments: countOf(pieces) };
  }
}

function countOf(pieces: readonly Piece[]): number {
  return pieces.filter((piece) => typeof piece === 'object').length;
}

/** Returns the literals before, between and after placeholders, of which no two are adjacent. */
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

/** Throws if a hostile path could make the expression slow, see `ambiguity`. */
function refuseUnsafe(pieces: readonly Piece[], pattern: string): void {
  const items = pieces.flatMap((piece) =>
    typeof piece === 'object' ? [piece.expression] : Array.from(piece, literalSet),
  );
  const rule = dangerOf({ kind: 'sequence', items });
  if (rule === null) return;
  const custom = pieces.find((piece) => typeof piece === 'object' && piece.text !== ANY_SEGMENT);
  const index = Math.max(0, typeof custom === 'object' ? pattern.indexOf(custom.text) : 0);
  throw RouterError.inPattern('PATTERN_UNSAFE', rule, { pattern, index });
}

/** Describes why an expression is unsafe, and what to write instead; null if it is safe. */
function dangerOf(expression: Expression): string | null {
  const found = ambiguity(expression);
  if (found === Number.POSITIVE_INFINITY) {
    return 'there are exponentially many ways to match a string with this, so a hostile path could block the process; let each repetition begin with a character that the one before cannot end with, as in [a-z]+(?:-[a-z]+)*';
  }
  if (found > MOST_AMBIGUITY) {
    return 'three repetitions can share the same characters here, so a hostile path could block the process; separate them with a character that they do not match, as in [^/.]+\\.[a-z]+';
  }
  if (found > 0 && hasProperty(expression)) {
    return 'two repetitions can share the same characters here, and \\p{...} is too slow to be tried that often; separate them with a character that they do not match, as in [\\p{L}]+-\\d+';
  }
  return null;
}

/** Whether it contains `\p{...}`, which is ten times slower than other sets because it has hundreds of ranges. */
function hasProperty(expression: Expression): boolean {
  return [...parts(expression)].some((part) => part.kind === 'set' && PROPERTY.test(part.source));
}

function literalSet(character: string): Expression {
  const { source, mask } = literalItem(character);
  return { kind: 'set', source, mask };
}
