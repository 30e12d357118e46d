import { brand, CodedError } from '@mortise/base';

/**
 * Why a route, a base path or the data for a URL is invalid.
 *
 * - `PATTERN_SYNTAX`: unbalanced braces or brackets, `{}`, `{1a}`, an optional part that is empty or not at the end,
 *   `:name+`, a segment `*`, an unpaired surrogate, or a value that is not a string
 * - `PATTERN_NAME`: two placeholders with the same name
 * - `PATTERN_EXPRESSION`: an expression that is invalid, or that JavaScript and PCRE interpret differently
 * - `PATTERN_UNSAFE`: an expression with which hostile input could block the process
 * - `PATTERN_UNREACHABLE`: a pattern that no path can match, because it does not begin with `/`
 * - `METHOD_INVALID`: a method that is not a token, or no method at all
 * - `ROUTE_DUPLICATE`: a route that matches the same requests is already registered
 * - `ROUTE_SHADOWED`: an earlier route with placeholders matches every request of this static one
 * - `ROUTE_NAME_TAKEN`, `ROUTE_NAME_UNKNOWN`: another route, or no route, has this name
 * - `URL_DATA_MISSING`: no value for a placeholder
 * - `URL_DATA_INVALID`: a value that its placeholder does not match, or values whose URL would not lead to this route
 * - `URL_QUERY_INVALID`: a query that cannot be converted to a string
 * - `BASE_PATH_INVALID`: a mount path that does not begin with a slash, or contains pattern syntax
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

/** The position of an error in a pattern. */
export interface PatternPlace {
  readonly pattern: string;
  /** The index of the invalid character in the pattern, from 0 to its length. */
  readonly index: number;
}

/**
 * A route cannot be registered, or a URL cannot be generated. `code` is stable; `message` is human-readable. Requests
 * never cause this error: dispatching never throws.
 */
export class RouterError extends CodedError<RouterCode> {
  /** The pattern of the route; `null` if the error does not concern one. */
  readonly pattern: string | null;
  /** The index of the invalid character in the pattern; `null` if the error concerns no particular character. */
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

  /** Creates an error without a position in a pattern. */
  static of(code: RouterCode, message: string, pattern: string | null = null): RouterError {
    return new RouterError(code, message, pattern, null);
  }
}
