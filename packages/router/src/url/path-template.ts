import { quote } from '@mortise/base';
import { MAX_ARGUMENT } from '../compiler/limits.js';
import type { UrlData } from '../contract.js';
import { expressionSource } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { takesSlash } from '../expression/takes-slash.js';
import type { Placeholder, Variant, Variants } from '../parser/pattern.js';
import { canonicalLiteral, standIn } from '../path/escaped-reserved.js';
import { RouterError } from '../router-error.js';

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/;

/** Generates paths from a pattern. */
export class PathTemplate {
  readonly #pattern: string;
  readonly #variants: Variants;
  readonly #slots = new Map<Placeholder, Slot>();

  constructor(pattern: string, variants: Variants) {
    this.#pattern = pattern;
    this.#variants = variants;
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
    return path;
  }

  /** Encodes a value that its placeholder accepts; slashes stay if the expression matches them. */
  #encode(value: string, placeholder: Placeholder): string {
    const { check, slashes } = this.#slot(placeholder);
    const matched = slashes ? value : value.replaceAll('/', standIn('/'));
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
