import { isThenable, quote } from '@mortise/base';
import { MAX_ARGUMENT } from '../compiler/matching-limits.js';
import type { UrlData } from '../contract.js';
import { expressionSource, parts } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { takesSlash } from '../expression/takes-slash.js';
import type { Placeholder, Variant, Variants } from '../parser/pattern-parts.js';
import { canonicalLiteral, ESCAPED_SLASH } from '../path/escaped-slash.js';
import { RouterError } from '../router-error.js';

/** Returns the arguments that a route finds in a path; null if it does not match. */
export type PathReader = (path: string) => Readonly<Record<string, string>> | null;

/** Paths that clients do not send unchanged: they resolve dot segments, and parse a leading `//` as a host. */
const NOT_SENT = /^\/\/|(?:^|\/)\.\.?(?:\/|$)/;

/** Generates paths from a pattern. */
export class PathTemplate {
  readonly #pattern: string;
  readonly #variants: Variants;
  readonly #slots = new Map<Placeholder, Slot>();
  readonly #createReader: () => PathReader;
  #reader: PathReader | null = null;
  /** Whether every generated path parses into the same arguments, as with most patterns; null until checked. */
  #isPlain: boolean | null = null;

  /** @param createReader called once, when a path is first checked */
  constructor(pattern: string, variants: Variants, createReader: () => PathReader) {
    this.#pattern = pattern;
    this.#variants = variants;
    this.#createReader = createReader;
  }

  /**
   * Returns the path of the longest variant whose values are all present.
   *
   * @param raw whether literals and values are inserted unchanged
   * @throws {RouterError} `URL_DATA_MISSING`, `URL_DATA_INVALID`
   */
  fill(data: UrlData, raw: boolean): string {
    const variant = this.#variants.findLast((candidate) => missingName(candidate, data) === null);
    if (variant === undefined)
      throw this.#missing(missingName(this.#variants[0] ?? [], data) as string);
    const path = variant
      .map((part) => {
        if (typeof part === 'string') return raw ? part : canonicalLiteral(part);
        if (isLost(data[part.name])) throw this.#lost(data[part.name], part);
        const value = valueOf(data, part.name) as string;
        return raw ? value : this.#encode(value, part);
      })
      .join('');
    if (!raw && NOT_SENT.test(path)) {
      const message = `invalid data for the URL of ${quote(this.#pattern)}: received ${quote(path)}; expected no segment "." or "..", which clients resolve, and no leading "//", which begins a host`;
      throw RouterError.of('URL_DATA_INVALID', message, this.#pattern);
    }
    if (!raw) this.#refuseOtherReading(path, variant, data);
    return path;
  }

  /** Throws if the route would find other arguments in the path: `{a}.{b}` with 1 and 2.3, or `a\b` in `{path:.+}`. */
  #refuseOtherReading(path: string, variant: Variant, data: UrlData): void {
    this.#isPlain ??= this.#variants.every((each) => this.#fillsSegments(each));
    if (this.#isPlain) return;
    const args = (this.#reader ??= this.#createReader())(path);
    const names = variant.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    const same =
      args !== null &&
      Object.keys(args).length === names.length &&
      names.every((name) => args[name] === valueOf(data, name));
    if (same) return;
    const reading = args === null ? 'does not match it' : `is read as ${JSON.stringify(args)}`;
    const message = `invalid data for the URL of ${quote(this.#pattern)}: ${quote(path)} ${reading}; expected values that can be read back from the path, without the text between two placeholders or an escaped separator`;
    throw RouterError.of('URL_DATA_INVALID', message, this.#pattern);
  }

  /** Whether each placeholder is a whole segment, and matches neither a slash nor the empty string. */
  #fillsSegments(variant: Variant): boolean {
    return variant.every((part, index) => {
      if (typeof part === 'string') return true;
      const before = variant[index - 1];
      const after = variant[index + 1] ?? '/';
      return (
        typeof before === 'string' &&
        before.endsWith('/') &&
        typeof after === 'string' &&
        after.startsWith('/') &&
        this.#slot(part).staysInSegment
      );
    });
  }

  /** Encodes a value if its placeholder matches it; keeps slashes if the expression can match them. */
  #encode(value: string, placeholder: Placeholder): string {
    const { check, slashes } = this.#slot(placeholder);
    const matched = slashes ? value : value.replaceAll('/', ESCAPED_SLASH);
    const isText = value.isWellFormed() && !value.includes('\0');
    if (value.length > MAX_ARGUMENT || !isText || !check.test(matched)) {
      throw this.#invalid(value, placeholder);
    }
    const encoded = encodeURIComponent(value);
    return slashes ? encoded.replaceAll('%2F', '/') : encoded;
  }

  #slot(placeholder: Placeholder): Slot {
    const known = this.#slots.get(placeholder);
    if (known !== undefined) return known;
    const expression = parseExpression(
      placeholder.expression,
      this.#pattern,
      placeholder.expressionIndex,
    );
    const check = new RegExp(`^(?:${expressionSource(expression)})$`, 'u');
    const slashes = takesSlash(expression);
    const looks = [...parts(expression)].some(({ kind }) => kind === 'look');
    const slot = { check, slashes, staysInSegment: !slashes && !looks && !check.test('') };
    this.#slots.set(placeholder, slot);
    return slot;
  }

  #missing(name: string): RouterError {
    const message = `Missing data for URL segment: ${name}; the pattern is "${this.#pattern}", so pass { ${quote(name)}: ... }`;
    return RouterError.of('URL_DATA_MISSING', message, this.#pattern);
  }

  #lost(value: unknown, { name }: Placeholder): RouterError {
    const expected = `a string or a finite number${isThenable(value) ? '; await the promise' : ''}`;
    const message = `invalid value for ${quote(name)}: received ${quote(value)}; expected ${expected}`;
    return RouterError.of('URL_DATA_INVALID', message, this.#pattern);
  }

  #invalid(value: string, { name, expression }: Placeholder): RouterError {
    const message = `invalid value for ${quote(name)}: received ${quote(value)}; expected a string that matches ${expression}, with at most ${MAX_ARGUMENT} characters and no NUL`;
    return RouterError.of('URL_DATA_INVALID', message, this.#pattern);
  }
}

/** What a placeholder requires of its value. */
interface Slot {
  readonly check: RegExp;
  readonly slashes: boolean;
  /** Whether it matches only non-empty text within one segment, regardless of the text around it. */
  readonly staysInSegment: boolean;
}

function missingName(variant: Variant, data: UrlData): string | null {
  for (const part of variant) {
    if (typeof part !== 'string' && valueOf(data, part.name) === undefined) return part.name;
  }
  return null;
}

/** Whether the text of a value, which untyped code can pass, would say nothing of it: `[object Promise]`, `NaN`. */
function isLost(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value === 'function' || isThenable(value)) return true;
  const { toString } = Object(value) as { readonly toString?: unknown };
  return typeof value === 'object' && toString === Object.prototype.toString;
}

/** Treats `null`, which untyped code can pass, as absent: otherwise the path would contain "null". */
function valueOf(data: UrlData, name: string): string | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  return value == null ? undefined : String(value);
}
