import type { QueryValue, ServerRequestInterface } from '@mortise/http-message';
import type { MediaTypeParser } from './media-type-parsers.js';

/**
 * A server request with variant A's helpers.
 *
 * `getMethod` returns the overridden method of a POST request: the `X-Http-Method-Override` header, or else the field
 * `_METHOD` of a URL-encoded form that is within the limit and has no content coding.
 *
 * `getParsedBody` parses the body, which is in memory, on first use. It keeps the result until {@link reparseBody},
 * even if the body is replaced. For a media type without a parser it returns `null`, and checks again the next time.
 *
 * `getQueryParams` has PHP's parameter names (`a.b` becomes `a_b`); parameters set by `withQueryParams` are unchanged.
 *
 * {@link registerMediaTypeParser} and {@link reparseBody} change the request itself. A copy has the parsers and the
 * parsed body that the original had when it was copied.
 */
export interface VariantARequestInterface extends ServerRequestInterface {
  /** Returns the method as received, or as set by `withMethod`. */
  getOriginalMethod(): string;

  /** Whether {@link getMethod} returns exactly this method; methods are case-sensitive (RFC 9110 9.1). */
  isMethod(method: string): boolean;
  isGet(): boolean;
  isPost(): boolean;
  isPut(): boolean;
  isPatch(): boolean;
  isDelete(): boolean;
  isHead(): boolean;
  isOptions(): boolean;

  /** Whether the `X-Requested-With` header is `XMLHttpRequest`. */
  isXhr(): boolean;

  /** Returns the Content-Type header as sent; `null` if absent. */
  getContentType(): string | null;

  /** Returns the media type in lower case, without parameters; `null` if the Content-Type is absent or malformed. */
  getMediaType(): string | null;

  /** Returns the parameters of the media type, names in lower case, values unquoted; `{}` if there are none. */
  getMediaTypeParams(): Readonly<Record<string, string>>;

  /** Returns the media type's `charset` as sent; `null` if absent. */
  getContentCharset(): string | null;

  /** Returns the Content-Length header, in bytes; `null` if it is absent or not a number. */
  getContentLength(): number | null;

  /** Returns a parameter of the parsed body, or of the query if the body has none. @param fallback default `null` */
  getParam(key: string, fallback?: unknown): unknown;

  /**
   * Returns the parameters of the query and of the parsed body, which take precedence.
   *
   * @param only names to keep; default: all
   */
  getParams(only?: readonly string[] | null): Readonly<Record<string, unknown>>;

  /** Returns a query parameter; `fallback` (default `null`) if it is absent. */
  getQueryParam(key: string): QueryValue | null;
  getQueryParam<D>(key: string, fallback: D): QueryValue | D;

  /** Returns a parameter of the parsed body; `fallback` (default `null`) if it is absent or `null`. */
  getParsedBodyParam(key: string, fallback?: unknown): unknown;

  /** Returns the value of a cookie; `fallback` (default `null`) if it is absent. */
  getCookieParam(key: string): string | null;
  getCookieParam<D>(key: string, fallback: D): string | D;

  /** Returns a server parameter; `fallback` (default `null`) if it is absent. */
  getServerParam(key: string): string | null;
  getServerParam<D>(key: string, fallback: D): string | D;

  /** Returns a copy in which all attributes are replaced, including those that the framework set (`route`). */
  withAttributes(attributes: Readonly<Record<string, unknown>>): this;

  /**
   * Sets the parser for a media type, for this request and copies created from it afterwards.
   *
   * @param mediaType in lower case. A type with a suffix (`application/vnd.api+json`) that has no parser uses that of
   *   its suffix: `application/json`.
   * @throws {OptionError} `OPTION_INVALID` for a value that is not a media type, or has parameters or a wildcard
   */
  registerMediaTypeParser(mediaType: string, parser: MediaTypeParser): void;

  /** Discards the parsed body, so that the next `getParsedBody` parses it again. @returns the same request */
  reparseBody(): this;
}
