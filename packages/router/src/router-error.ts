import { brand, CodedError } from '@mortise/base';

/**
 * What is wrong with a route or with the data of a URL.
 *
 * - `PATTERN_SYNTAX`: braces or brackets that do not pair, `{}`, `{1a}`, an empty or inner optional part, a `:name+`
 * - `PATTERN_NAME`: one name for two placeholders
 * - `PATTERN_EXPRESSION`: an expression that cannot be read, or that JavaScript reads differently than PCRE
 * - `PATTERN_UNSAFE`: an expression that hostile input could keep busy
 * - `PATTERN_UNREACHABLE`: no path can match
 * - `METHOD_INVALID`: a method that is not a token, or no method at all
 * - `ROUTE_DUPLICATE`: another route matches exactly the same requests
 * - `ROUTE_SHADOWED`: an earlier placeholder route takes every request of this static one
 * - `ROUTE_NAME_TAKEN`, `ROUTE_NAME_UNKNOWN`: two routes of one name, or none
 * - `URL_DATA_MISSING`, `URL_DATA_INVALID`: a URL without a value, or with one that its placeholder refuses
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

/** Where in a pattern the fault is. */
export interface PatternPlace {
  readonly pattern: string;
  /** Index of the character at fault in the pattern, 0 to its length. */
  readonly index: number;
}

/**
 * A route that cannot be registered, or a URL that cannot be made. `code` is stable; `message` is
 * human-readable. No request causes one: dispatching never throws.
 */
export class RouterError extends CodedError<RouterCode> {
  /** The pattern at fault; null when the fault is in no pattern. */
  readonly pattern: string | null;
  /** Index of the character at fault in the pattern; null when the pattern as a whole is meant. */
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

  /** A fault of a pattern; the message shows the pattern with a caret under the character at fault. */
  static inPattern(code: RouterCode, rule: string, { pattern, index }: PatternPlace): RouterError {
    const line = pattern.replace(/[\r\n\t]/g, ' ');
    return new RouterError(code, `${rule}\n  ${line}\n  ${' '.repeat(index)}^`, pattern, index);
  }

  /** A fault of anything but the text of a pattern. */
  static of(code: RouterCode, message: string, pattern: string | null = null): RouterError {
    return new RouterError(code, message, pattern, null);
  }
}
