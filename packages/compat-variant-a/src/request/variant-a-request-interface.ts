import type { QueryValue, ServerRequestInterface } from '@mortise/http-message';
import type { MediaTypeParser } from './media-type-parsers.js';

/**
 * A server request with the helpers of variant A.
 *
 * `getMethod` returns the overridden method of a POST request (the
 * `X-Http-Method-Override` header, else the field `_METHOD` of a URL-encoded form that is within the limit and
 * has no content coding). `getParsedBody` parses
 * the body, which is in memory, on first use, and keeps the result until
 * {@link reparseBody}, even if the body is replaced; for a media type without a parser it returns `null`
 * and checks again the next time.
 *
 * `getQueryParams` has PHP's parameter names (`a.b` is `a_b`); parameters set by `withQueryParams` stay
 * unchanged.
 *
 * {@link registerMediaTypeParser} and {@link reparseBody} change the request itself; a copy has the
 * parsers and the parsed body that the original had when it was copied.
 */
export interface VariantARequestInterface extends ServerRequestInterface {
  /** The method as received, or as set by `withMethod`. */
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

  /** The Content-Type header as sent; `null` if absent. */
  getContentType(): string | null;

  /** In lower case, without parameters; `null` if the Content-Type is absent or malformed. */
  getMediaType(): string | null;

  /** Names in lower case, values unquoted; `{}` if there are none. */
  getMediaTypeParams(): Readonly<Record<string, string>>;

  /** The media type's `charset` as sent; `null` if absent. */
  getContentCharset(): string | null;

  /** Bytes; `null` if the Content-Length header is absent or not a number. */
  getContentLength(): number | null;

  /** One parameter of the parsed body, else of the query. @param fallback default `null` */
  getParam(key: string, fallback?: unknown): unknown;

  /** Parameters of the query and of the parsed body. @param only names to keep; default all */
  getParams(only?: readonly string[] | null): Readonly<Record<string, unknown>>;

  /** @returns `fallback` (default `null`) if the parameter is absent */
  getQueryParam(key: string): QueryValue | null;
  getQueryParam<D>(key: string, fallback: D): QueryValue | D;

  /** @returns `fallback` (default `null`) if the parameter is absent or `null` */
  getParsedBodyParam(key: string, fallback?: unknown): unknown;

  /** @returns `fallback` (default `null`) if the cookie is absent */
  getCookieParam(key: string): string | null;
  getCookieParam<D>(key: string, fallback: D): string | D;

  /** @returns `fallback` (default `null`) if the parameter is absent */
  getServerParam(key: string): string | null;
  getServerParam<D>(key: string, fallback: D): string | D;

  /** Replaces all attributes, including those that the framework set (`route`). */
  withAttributes(attributes: Readonly<Record<string, unknown>>): this;

  /**
   * Sets the parser of a media type, for this request and the copies that are created from it afterwards.
   *
   * @param mediaType in lower case. A type with a suffix (`application/vnd.api+json`) without
   *   its own parser uses that of its suffix: `application/json`.
   */
  registerMediaTypeParser(mediaType: string, parser: MediaTypeParser): void;

  /** Discards the parsed body: the next call parses it again. @returns the same request */
  reparseBody(): this;
}
