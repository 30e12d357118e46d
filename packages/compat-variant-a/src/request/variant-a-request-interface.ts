import type { QueryValue, ServerRequestInterface } from '@mortise/http-message';
import type { MediaTypeParser } from './media-type-parsers.js';

/**
 * A server request with the helpers of variant A.
 *
 * `getMethod` gives the method that a POST request names instead of its own (the header
 * `X-Http-Method-Override`, else the field `_METHOD` of a URL-encoded form that is within the limit and
 * in no content coding). `getParsedBody` parses
 * the body, which is in memory, when it is first asked for, and keeps the result until
 * {@link reparseBody} even when the body is replaced; a media type that no parser knows gives `null`
 * and is looked at again the next time.
 *
 * `getQueryParams` names parameters as PHP does (`a.b` is `a_b`); what `withQueryParams` gave stays as
 * given.
 *
 * {@link registerMediaTypeParser} and {@link reparseBody} change the request itself; a copy has the
 * parsers and the parsed body that the original had when it was made.
 */
export interface VariantARequestInterface extends ServerRequestInterface {
  /** The method as it came, or as `withMethod` set it. */
  getOriginalMethod(): string;

  /** Whether {@link getMethod} gives this very method; methods are case-sensitive (RFC 9110 9.1). */
  isMethod(method: string): boolean;
  isGet(): boolean;
  isPost(): boolean;
  isPut(): boolean;
  isPatch(): boolean;
  isDelete(): boolean;
  isHead(): boolean;
  isOptions(): boolean;

  /** Whether the header `X-Requested-With` is `XMLHttpRequest`. */
  isXhr(): boolean;

  /** The Content-Type header as sent; `null` when there is none. */
  getContentType(): string | null;

  /** In lower case, without parameters; `null` when the Content-Type is absent or malformed. */
  getMediaType(): string | null;

  /** Names in lower case, values unquoted; `{}` when there are none. */
  getMediaTypeParams(): Readonly<Record<string, string>>;

  /** The media type's `charset` as sent; `null` when there is none. */
  getContentCharset(): string | null;

  /** Bytes; `null` when the Content-Length header is absent or no number. */
  getContentLength(): number | null;

  /** One parameter of the parsed body, else of the query. @param fallback default `null` */
  getParam(key: string, fallback?: unknown): unknown;

  /** Query and parsed body in one. @param only names to keep; default all */
  getParams(only?: readonly string[] | null): Readonly<Record<string, unknown>>;

  /** @returns `fallback` (default `null`) when the parameter is missing */
  getQueryParam(key: string): QueryValue | null;
  getQueryParam<D>(key: string, fallback: D): QueryValue | D;

  /** @returns `fallback` (default `null`) when the parameter is missing or `null` */
  getParsedBodyParam(key: string, fallback?: unknown): unknown;

  /** @returns `fallback` (default `null`) when the cookie is missing */
  getCookieParam(key: string): string | null;
  getCookieParam<D>(key: string, fallback: D): string | D;

  /** @returns `fallback` (default `null`) when the parameter is missing */
  getServerParam(key: string): string | null;
  getServerParam<D>(key: string, fallback: D): string | D;

  /** Replaces all attributes, also those that the framework set (`route`). */
  withAttributes(attributes: Readonly<Record<string, unknown>>): this;

  /**
   * Sets the parser of a media type, for this request and the copies that are made of it from now on.
   *
   * @param mediaType in lower case. A type with a suffix (`application/vnd.api+json`) without a
   *   parser of its own goes to that of its suffix: `application/json`.
   */
  registerMediaTypeParser(mediaType: string, parser: MediaTypeParser): void;

  /** Forgets the parsed body: the next call parses it again. @returns the same request */
  reparseBody(): this;
}
