import { ambiguity } from '../expression/ambiguity.js';
import { type Expression, expressionSource, parts } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { literalItem } from '../expression/parse-escape.js';
import { takesSlash } from '../expression/takes-slash.js';
import { ANY_SEGMENT, type Placeholder, type Variant } from '../parser/pattern.js';
import { canonicalLiteral } from '../path/escaped-reserved.js';
import { RouterError } from '../router-error.js';
import { ExpressionMatcher } from './expression-matcher.js';
import type { Matcher } from './matcher.js';
import { SegmentMatcher } from './segment-matcher.js';
import type { Step } from './step.js';

/**
 * Turns a variant into steps.
 *
 * @param pattern what the variant is of, for errors
 * @throws {RouterError} `PATTERN_EXPRESSION`, `PATTERN_UNSAFE`, `PATTERN_SYNTAX`
 */
export function compileVariant(variant: Variant, pattern: string): readonly Step[] {
  const segments = splitSegments(variant.map((part) => readPart(part, pattern)));
  const steps: Step[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') steps.push({ kind: 'literal', text: canonical(literal, pattern) });
    literal = '';
  };
  if (
    segments.some((segment) =>
      segment.some((piece) => typeof piece !== 'string' && piece.looksBack),
    )
  ) {
    return [restStep(segments, pattern)];
  }
  for (const [index, segment] of segments.entries()) {
    if (index > 0) literal += '/';
    if (segment.every((piece) => typeof piece === 'string')) {
      literal += segment.join('');
      continue;
    }
    flush();
    if (segment.some((piece) => typeof piece !== 'string' && piece.leavesSegment)) {
      return [...steps, restStep(segments.slice(index), pattern)];
    }
    steps.push(segmentStep(segment, pattern));
  }
  flush();
  return steps;
}

/** A placeholder with its expression read. */
interface ReadPlaceholder {
  readonly placeholder: Placeholder;
  readonly expression: Expression;
  /** Whether its match depends on what follows the segment: it may take slashes, or looks ahead. */
  readonly leavesSegment: boolean;
  readonly looksBack: boolean;
}

type Piece = string | ReadPlaceholder;
type Segment = readonly Piece[];

function readPart(part: string | Placeholder, pattern: string): Piece {
  if (typeof part === 'string') return part;
  const expression = parseExpression(part.expression, pattern, part.expressionIndex);
  const looks = [...parts(expression)].filter((inner) => inner.kind === 'look');
  return {
    placeholder: part,
    expression,
    leavesSegment: looks.length > 0 || takesSlash(expression),
    looksBack: looks.some(({ opening }) => opening.includes('<')),
  };
}

/** What stands between the slashes of the literals. */
function splitSegments(pieces: readonly Piece[]): readonly Segment[] {
  const segments: Piece[][] = [[]];
  for (const piece of pieces) {
    const [first, ...rest] = typeof piece === 'string' ? piece.split('/') : [piece];
    if (first !== '') segments.at(-1)?.push(first);
    for (const text of rest) segments.push(text === '' ? [] : [text]);
  }
  return segments;
}

function segmentStep(segment: Segment, pattern: string): Step {
  const placeholders = segment.filter((piece) => typeof piece !== 'string');
  const plain = placeholders.every(({ placeholder }) => placeholder.expression === ANY_SEGMENT);
  if (plain && segment.length === 1) return { kind: 'any' };
  const adjacent = segment.some(
    (piece, i) => typeof piece !== 'string' && typeof segment[i + 1] === 'object',
  );
  const matcher: Matcher =
    plain && !adjacent
      ? new SegmentMatcher(literalsOf(segment))
      : expressionMatcher(segment, pattern);
  return { kind: 'segment', matcher, arguments: placeholders.length };
}

function restStep(segments: readonly Segment[], pattern: string): Step {
  const pieces = segments.flatMap((segment, index) => (index === 0 ? segment : ['/', ...segment]));
  const count = pieces.filter((piece) => typeof piece !== 'string').length;
  return { kind: 'rest', matcher: expressionMatcher(pieces, pattern), arguments: count };
}

/** The literals around placeholders, of which no two stand side by side. */
function literalsOf(segment: Segment): readonly string[] {
  const literals = segment.filter((piece) => typeof piece === 'string');
  return [
    ...(typeof segment[0] === 'string' ? [] : ['']),
    ...literals,
    ...(typeof segment.at(-1) === 'string' ? [] : ['']),
  ];
}

function expressionMatcher(pieces: readonly Piece[], pattern: string): Matcher {
  const items = pieces.flatMap((piece) =>
    typeof piece === 'string' ? Array.from(piece).map(literalSet) : [piece.expression],
  );
  const cost = ambiguity({ kind: 'sequence', items });
  if (cost > 1) throw unsafe(pieces, pattern, cost);
  const source = pieces
    .map((piece) =>
      typeof piece === 'string'
        ? Array.from(piece)
            .map((character) => literalItem(character).source)
            .join('')
        : `(${expressionSource(piece.expression)})`,
    )
    .join('');
  return new ExpressionMatcher(source, pieces.length === 1);
}

function literalSet(character: string): Expression {
  const { source, mask } = literalItem(character);
  return { kind: 'set', source, mask };
}

function unsafe(pieces: readonly Piece[], pattern: string, cost: number): RouterError {
  const custom = pieces.find(
    (piece) => typeof piece !== 'string' && piece.placeholder.expression !== ANY_SEGMENT,
  );
  const index = typeof custom === 'object' ? custom.placeholder.expressionIndex : 0;
  const rule =
    cost === Number.POSITIVE_INFINITY
      ? 'this can match one text in exponentially many ways, so a hostile path could block the process; begin each round of a repetition with a character that the round before cannot end with, as in [a-z]+(?:-[a-z]+)*'
      : 'three repetitions in a row can take the same characters, so a hostile path could block the process; separate them by a character that they do not take, as in [^/.]+\\.[a-z]+';
  return RouterError.inPattern('PATTERN_UNSAFE', rule, { pattern, index });
}

function canonical(literal: string, pattern: string): string {
  try {
    return canonicalLiteral(literal);
  } catch {
    throw RouterError.inPattern('PATTERN_SYNTAX', 'half of a surrogate pair is no character', {
      pattern,
      index: 0,
    });
  }
}
