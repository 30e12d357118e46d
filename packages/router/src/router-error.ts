import { brand, CodedError } from '@mortise/base';

/**
 * Why a route, or the data of a URL, is invalid.
 *
 * - `PATTERN_SYNTAX`: unbalanced braces or brackets, `{}`, `{1a}`, an empty or inner optional part, a `:name+`, a segment `*`, a value that is not text
 * - `PATTERN_NAME`: two placeholders with the same name
 * - `PATTERN_EXPRESSION`: an expression that is invalid, or that JavaScript and PCRE interpret differently
 * - `PATTERN_UNSAFE`: an expression that hostile input could make slow
 * - `PATTERN_UNREACHABLE`: no path can match
 * - `METHOD_INVALID`: a method that is not a token, or no method at all
 * - `ROUTE_DUPLICATE`: another route matches exactly the same requests
 * - `ROUTE_SHADOWED`: an earlier route with placeholders matches every request of this static one
 * - `ROUTE_NAME_TAKEN`, `ROUTE_NAME_UNKNOWN`: another route, or no route, has this name
 * - `URL_DATA_MISSING`, `URL_DATA_INVALID`: no value for a placeholder, or one that it refuses
 * - `URL_QUERY_INVALID`: a query that is not text
 * - `BASE_PATH_INVALID`: a base path that does not begin with a slash, or looks like a pattern
 */
export type RouterCode =
  | 'PATTERN_SYNTAX'
  | 'PATTERN_NAME'
  | 'PATTERN_EXPRESSION'
  | 'PATTERN_UNSAFE'
  | 'PATTERN_UNREACHABLE'
  | 'METHOD_INVALID'
  | 'ROUTE_DUPLICATE'
  | 'ROUTE_SHADOWED'
  | 'ROUTE_NAME_TAKEN'
  | 'ROUTE_NAME_UNKNOWN'
  | 'URL_DATA_MISSING'
  | 'URL_DATA_INVALID'
  | 'URL_QUERY_INVALID'
  | 'BASE_PATH_INVALID';

/** The place of an error in a pattern. */
export interface PatternPlace {
  readonly pattern: string;
  /** Index of the invalid character in the pattern, 0 to its length. */
  readonly index: number;
}

/**
 * A route that cannot be registered, or a URL that cannot be generated. `code` is stable; `message` is
 * human-readable. Requests never cause one: dispatching never throws.
 */
export class RouterError extends CodedError<RouterCode> {
  /** The invalid pattern; null if the error concerns no pattern. */
  readonly pattern: string | null;
  /** Index of the invalid character in the pattern; null if the error concerns the whole pattern. */
  readonly index: number | null;

  private constructor(
    code: RouterCode,
    message: string,
    pattern: string | null,
    index: number | null,
  ) {
    super(code, message);
    this.pattern = pattern;
    this.index = index;
  }

  static {
    brand(this, '@mortise/router/RouterError');
  }

  /** Creates an error for a pattern; the message shows the pattern with a caret under the invalid character. */
  static inPattern(code: RouterCode, rule: string, { pattern, index }: PatternPlace): RouterError {
    const line = pattern.replace(/[\r\n\t]/g, ' ');
    return new RouterError(code, `${rule}\n  ${line}\n  ${' '.repeat(index)}^`, pattern, index);
  }

  /** Creates an error that is not about a pattern's text. */
  static of(code: RouterCode, message: string, pattern: string | null = null): RouterError {
    return new RouterError(code, message, pattern, null);
  }
}
