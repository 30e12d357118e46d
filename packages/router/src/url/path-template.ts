import { quote } from '@mortise/base';
import { MAX_ARGUMENT } from '../compiler/limits.js';
import type { UrlData } from '../contract.js';
import { expressionSource } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { takesSlash } from '../expression/takes-slash.js';
import type { Placeholder, Variant, Variants } from '../parser/pattern.js';
import { canonicalLiteral, ESCAPED_SLASH } from '../path/escaped-reserved.js';
import type { RouteArgs } from '../route-args.js';
import { RouterError } from '../router-error.js';

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/;

/** What a template has to know of its route besides the pattern. */
export interface TemplateOptions {
  /** See `RouteOptions.escapedSlashes`. */
  readonly escapedSlashes: boolean;
  /** Reads the arguments of a path as the route does; `null` if the pattern has only one reading. */
  readonly readBack: ((path: string) => RouteArgs | null) | null;
}

/** Generates paths from a pattern. */
export class PathTemplate {
  readonly #pattern: string;
  readonly #variants: Variants;
  readonly #escapedSlashes: boolean;
  readonly #readBack: TemplateOptions['readBack'];
  readonly #slots = new Map<Placeholder, Slot>();

  constructor(pattern: string, variants: Variants, { escapedSlashes, readBack }: TemplateOptions) {
    this.#pattern = pattern;
    this.#variants = variants;
    this.#escapedSlashes = escapedSlashes;
    this.#readBack = readBack;
  }

  /**
   * Returns the path of the longest variant for which there is data.
   *
   * @param raw whether values are inserted unchanged
   * @throws {RouterError} `URL_DATA_MISSING`, `URL_DATA_INVALID`
   */
  fill(data: UrlData, raw: boolean): string {
    const variant = this.#variants.findLast((candidate) => missingName(candidate, data) === null);
    if (variant === undefined)
      throw this.#missing(missingName(this.#variants[0] ?? [], data) as string);
    const path = variant
      .map((part) => {
        if (typeof part === 'string') return raw ? part : canonicalLiteral(part);
        const value = valueOf(data, part.name) as string;
        return raw ? value : this.#encode(value, part);
      })
      .join('');
    if (!raw && DOT_SEGMENT.test(path)) {
      const message = `invalid data for the URL of ${quote(this.#pattern)}: received ${quote(path)}; expected no segment "." or "..", which clients resolve`;
      throw RouterError.of('URL_DATA_INVALID', message, this.#pattern);
    }
    if (!raw) this.#assertReadBack(path, variant, data);
    return path;
  }

  /** Values that contain a literal between them would be read as other values: `{a}-{b}` of `1` and `2-3`. */
  #assertReadBack(path: string, variant: Variant, data: UrlData): void {
    const read = this.#readBack?.(path);
    if (read === undefined) return;
    const placeholders = variant.filter((part) => typeof part !== 'string');
    const isSame =
      read !== null &&
      Object.keys(read).length === placeholders.length &&
      placeholders.every(({ name }) => read[name] === valueOf(data, name));
    if (isSame) return;
    const got = read === null ? 'no arguments' : JSON.stringify(read);
    const message = `invalid data for the URL of ${quote(this.#pattern)}: ${quote(path)} would be read as ${got}; expected values without the text between the placeholders`;
    throw RouterError.of('URL_DATA_INVALID', message, this.#pattern);
  }

  /** Encodes a value that its placeholder accepts; slashes stay if the expression matches them. */
  #encode(value: string, placeholder: Placeholder): string {
    const { check, slashes } = this.#slot(placeholder);
    const matched = slashes ? value : value.replaceAll('/', ESCAPED_SLASH);
    // An escaped backslash in an argument that spans segments is no match.
    if (slashes && !this.#escapedSlashes && value.includes('\\')) {
      throw this.#invalid(value, placeholder);
    }
    if (value.length > MAX_ARGUMENT || !value.isWellFormed() || !check.test(matched)) {
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
    const slot = { check, slashes: takesSlash(expression) };
    this.#slots.set(placeholder, slot);
    return slot;
  }

  #missing(name: string): RouterError {
    const message = `Missing data for URL segment: ${name}; the pattern is "${this.#pattern}", so give it { ${quote(name)}: ... }`;
    return RouterError.of('URL_DATA_MISSING', message, this.#pattern);
  }

  #invalid(value: string, { name, expression }: Placeholder): RouterError {
    const message = `invalid value for ${quote(name)}: received ${quote(value)}; expected a match of ${expression} with at most ${MAX_ARGUMENT} characters`;
    return RouterError.of('URL_DATA_INVALID', message, this.#pattern);
  }
}

/** The requirements for a value of a placeholder. */
interface Slot {
  readonly check: RegExp;
  readonly slashes: boolean;
}

function missingName(variant: Variant, data: UrlData): string | null {
  for (const part of variant) {
    if (typeof part !== 'string' && valueOf(data, part.name) === undefined) return part.name;
  }
  return null;
}

/** `null`, which callers without types pass, is absent: its text would be a part of the path. */
function valueOf(data: UrlData, name: string): string | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  return value == null ? undefined : String(value);
}
