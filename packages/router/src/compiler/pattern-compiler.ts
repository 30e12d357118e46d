import { parsePattern } from '../parser/parse-pattern.js';
import { ANY_SEGMENT, type Part, type Variant } from '../parser/pattern.js';
import { canonicalLiteral } from '../path/escaped-reserved.js';
import { RouterError } from '../router-error.js';
import { MatcherFactory } from './matcher-factory.js';
import { type Piece, PlaceholderReader } from './placeholder-reader.js';
import type { Step } from './step.js';

/** Text without placeholders or optional parts; other text may be so too. */
const PLAIN = /^[\w/.~-]+$/;

const ANY: Step = { kind: 'any' };

/** A variant, compiled. */
export interface CompiledVariant {
  readonly steps: readonly Step[];
  /** The names of its arguments, in order. */
  readonly names: readonly string[];
}

/** Turns patterns into steps; what several patterns have in common is made once. */
export class PatternCompiler {
  readonly #colonPlaceholders: boolean;
  readonly #placeholders = new PlaceholderReader();
  readonly #matchers = new MatcherFactory();
  readonly #knownNames = new Map<string, readonly string[]>();

  constructor(colonPlaceholders: boolean) {
    this.#colonPlaceholders = colonPlaceholders;
  }

  /**
   * The variants of a pattern, shortest first.
   *
   * @throws {RouterError} `PATTERN_SYNTAX`, `PATTERN_NAME`, `PATTERN_EXPRESSION`, `PATTERN_UNSAFE`
   */
  compile(pattern: string): readonly CompiledVariant[] {
    if (PLAIN.test(pattern))
      return [{ steps: [{ kind: 'literal', text: canonical(pattern, pattern) }], names: [] }];
    return parsePattern(pattern, this.#colonPlaceholders).map((variant) => ({
      steps: simpleSteps(variant, pattern) ?? this.#steps(variant, pattern),
      names: this.#names(variant),
    }));
  }

  #steps(variant: Variant, pattern: string): readonly Step[] {
    const segments = splitSegments(variant.map((part) => this.#piece(part, pattern)));
    if (segments.flat().some((piece) => typeof piece !== 'string' && piece.looksBack)) {
      return [this.#rest(segments, pattern)];
    }
    const steps: Step[] = [];
    let literal = '';
    for (const [index, segment] of segments.entries()) {
      if (index > 0) literal += '/';
      if (segment.every((piece) => typeof piece === 'string')) {
        literal += segment.join('');
        continue;
      }
      if (literal !== '') steps.push({ kind: 'literal', text: canonical(literal, pattern) });
      literal = '';
      if (segment.some((piece) => typeof piece !== 'string' && piece.leavesSegment)) {
        return [...steps, this.#rest(segments.slice(index), pattern)];
      }
      steps.push(this.#segment(segment, pattern));
    }
    return literal === ''
      ? steps
      : [...steps, { kind: 'literal', text: canonical(literal, pattern) }];
  }

  /** One list for all variants with the same names: a few that stay in the cache instead of one for each. */
  #names(variant: Variant): readonly string[] {
    const names: string[] = [];
    for (const part of variant) if (typeof part !== 'string') names.push(part.name);
    const key = names.join();
    const known = this.#knownNames.get(key) ?? names;
    this.#knownNames.set(key, known);
    return known;
  }

  #piece(part: Part, pattern: string): Piece {
    return typeof part === 'string' ? part : this.#placeholders.read(part, pattern);
  }

  #segment(segment: Segment, pattern: string): Step {
    const [only] = segment;
    if (segment.length === 1 && typeof only === 'object' && only.text === ANY_SEGMENT)
      return { kind: 'any' };
    return { kind: 'segment', ...this.#matchers.forSegment(segment, pattern) };
  }

  #rest(segments: readonly Segment[], pattern: string): Step {
    const pieces = segments.flatMap((segment, index) =>
      index === 0 ? segment : ['/', ...segment],
    );
    return { kind: 'rest', ...this.#matchers.forRest(pieces, pattern) };
  }
}

/** The steps of a variant whose placeholders are whole segments without expressions, as most are; null for others. */
function simpleSteps(variant: Variant, pattern: string): readonly Step[] | null {
  const steps: Step[] = [];
  for (let i = 0; i < variant.length; i++) {
    const part = variant[i] as Part;
    if (typeof part === 'string') {
      steps.push({ kind: 'literal', text: canonical(part, pattern) });
    } else {
      const isWhole = endsWithSlash(variant[i - 1]) && beginsWithSlash(variant[i + 1]);
      if (part.expression !== ANY_SEGMENT || !isWhole) return null;
      steps.push(ANY);
    }
  }
  return steps;
}

function endsWithSlash(part: Part | undefined): boolean {
  return typeof part === 'string' && part.endsWith('/');
}

/** True at the end of the pattern, too. */
function beginsWithSlash(part: Part | undefined): boolean {
  return part === undefined || (typeof part === 'string' && part.startsWith('/'));
}

/** What stands between two slashes of the literals. */
type Segment = readonly Piece[];

function splitSegments(pieces: readonly Piece[]): readonly Segment[] {
  const segments: Piece[][] = [[]];
  for (const piece of pieces) {
    const [first = '', ...rest] = typeof piece === 'string' ? piece.split('/') : [piece];
    if (first !== '') segments.at(-1)?.push(first);
    for (const text of rest) segments.push(text === '' ? [] : [text]);
  }
  return segments;
}

function canonical(literal: string, pattern: string): string {
  try {
    return canonicalLiteral(literal);
  } catch {
    const index = pattern.search(/\p{Cs}/u);
    throw RouterError.inPattern('PATTERN_SYNTAX', 'half of a surrogate pair is no character', {
      pattern,
      index,
    });
  }
}
