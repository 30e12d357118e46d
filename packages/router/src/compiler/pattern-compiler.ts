import { parsePattern } from '../parser/parse-pattern.js';
import { ANY_SEGMENT, type Variant, type Variants } from '../parser/pattern-parts.js';
import { canonicalLiteral } from '../path/escaped-slash.js';
import { RouterError } from '../router-error.js';
import { MatcherFactory } from './matcher-factory.js';
import { type MatchingOptions, type Piece, PlaceholderReader } from './placeholder-reader.js';
import type { Step } from './step.js';

/** Matches most patterns without placeholders or optional parts; the parser handles the others. */
const PLAIN = /^[\w/.~-]+$/;

/** Matches most other patterns: plain text, and placeholders without expressions that are whole segments. */
const SIMPLE = /^(?=\/)[\w/.~-]*(?:\/(?:\{[a-zA-Z_][\w-]*\}|:[a-zA-Z_]\w*)(?![^/])[\w/.~-]*)+$/;

/** A placeholder in such a pattern. */
const SIMPLE_PLACEHOLDER = /[:{]([\w-]+)\}?/;

const ANY: Step = { kind: 'any' };

/** A compiled variant of a pattern. */
export interface CompiledVariant {
  /** The only path that the variant matches; null if it has placeholders. */
  readonly path: string | null;
  readonly steps: readonly Step[];
  /** The names of its arguments, in order. */
  readonly names: readonly string[];
}

/** Compiles patterns into steps; parts that several patterns share are created once. */
export class PatternCompiler {
  readonly #colonPlaceholders: boolean;
  readonly #placeholders = new PlaceholderReader();
  readonly #matchers = new MatcherFactory();
  readonly #knownNames = new Map<string, readonly string[]>();

  constructor(colonPlaceholders: boolean) {
    this.#colonPlaceholders = colonPlaceholders;
  }

  /**
   * Returns the variants of a pattern, shortest first.
   *
   * @param afterSlash whether the mount path already ends with a slash, so that the pattern need not begin with one
   * @param options those of the route
   * @throws {RouterError} `PATTERN_SYNTAX`, `PATTERN_NAME`, `PATTERN_EXPRESSION`, `PATTERN_UNSAFE`,
   *   `PATTERN_UNREACHABLE`
   */
  compile(
    pattern: string,
    afterSlash: boolean,
    options: MatchingOptions,
  ): readonly CompiledVariant[] {
    if (PLAIN.test(pattern) && pattern.startsWith('/')) return [staticVariant(pattern)];
    if ((this.#colonPlaceholders || !pattern.includes(':')) && SIMPLE.test(pattern)) {
      const variant = this.#simpleVariant(pattern);
      if (variant !== null) return [variant];
    }
    refuseHalfPair(pattern);
    const variants = parsePattern(pattern, this.#colonPlaceholders);
    if (!afterSlash) refuseUnreachable(variants, pattern);
    return variants.map((variant) => this.#variant(variant, pattern, options));
  }

  #variant(variant: Variant, pattern: string, options: MatchingOptions): CompiledVariant {
    const [only] = variant;
    if (variant.length === 1 && typeof only === 'string') {
      return staticVariant(only);
    }
    const names = variant.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    const pieces = variant.map((part) =>
      typeof part === 'string' ? part : this.#placeholders.read(part, pattern, options),
    );
    return { path: null, steps: this.#steps(pieces, pattern), names: this.#shared(names) };
  }

  /** Parses a simple pattern in a quarter of the parser's time; returns null if a name is repeated. */
  #simpleVariant(pattern: string): CompiledVariant | null {
    const steps: Step[] = [];
    const names: string[] = [];
    const texts = pattern.split(SIMPLE_PLACEHOLDER);
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] as string;
      if (i % 2 === 0) {
        if (text !== '') steps.push({ kind: 'literal', text });
      } else {
        if (names.includes(text)) return null;
        names.push(text);
        steps.push(ANY);
      }
    }
    return { path: null, steps, names: this.#shared(names) };
  }

  #steps(pieces: readonly Piece[], pattern: string): readonly Step[] {
    const segments = splitSegments(pieces);
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
      if (literal !== '') steps.push({ kind: 'literal', text: canonicalLiteral(literal) });
      literal = '';
      if (segment.some((piece) => typeof piece !== 'string' && piece.leavesSegment)) {
        return [...steps, this.#rest(segments.slice(index), pattern)];
      }
      steps.push(this.#segment(segment, pattern));
    }
    return literal === ''
      ? steps
      : [...steps, { kind: 'literal', text: canonicalLiteral(literal) }];
  }

  /** Returns one shared list for all variants with the same names: a few lists stay in the CPU cache. */
  #shared(names: readonly string[]): readonly string[] {
    const key = names.join();
    const known = this.#knownNames.get(key);
    if (known === undefined) this.#knownNames.set(key, names);
    return known ?? names;
  }

  #segment(segment: Segment, pattern: string): Step {
    const [only] = segment;
    if (segment.length === 1 && typeof only === 'object' && only.text === ANY_SEGMENT) return ANY;
    return { kind: 'segment', ...this.#matchers.forSegment(segment, pattern) };
  }

  #rest(segments: readonly Segment[], pattern: string): Step {
    const pieces = segments.flatMap((segment, index) =>
      index === 0 ? segment : ['/', ...segment],
    );
    return { kind: 'rest', ...this.#matchers.forRest(pieces, pattern) };
  }
}

function staticVariant(literal: string): CompiledVariant {
  const path = canonicalLiteral(literal);
  return { path, steps: [{ kind: 'literal', text: path }], names: [] };
}

/** The pieces between two literal slashes. */
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

/** Throws if no variant can match: every path begins with `/`, or is empty after a mount path. */
function refuseUnreachable(variants: Variants, pattern: string): void {
  const reachable = variants.some(
    ([first]) => typeof first !== 'string' || first === '' || first.startsWith('/'),
  );
  if (reachable) return;
  const rule =
    'no path matches this: every path begins with "/", but the pattern with its prefixes does not; write "/" before it';
  throw RouterError.inPattern('PATTERN_UNREACHABLE', rule, { pattern, index: 0 });
}

function refuseHalfPair(pattern: string): void {
  const index = pattern.search(/\p{Cs}/u);
  if (index === -1) return;
  const rule = 'an unpaired surrogate is not a character; write the whole character';
  throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index });
}
