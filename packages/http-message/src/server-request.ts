import type { AttributeKey } from './attribute-key.js';
import type { CookieParams, QueryParams, ServerParams, UploadedFiles } from './params.js';
import type { RequestInterface } from './request.js';
import type { RequestLifetimeInterface } from './request-lifetime.js';

/**
 * A request as the server received it.
 *
 * Everything that is derived from received data (query, cookies, server parameters) is computed on first use, once for all
 * copies of a request that share its source. After `withQueryParams`, the query no longer follows `withUri`.
 *
 * Arguments and results are never changed by either side.
 *
 * @see PSR-7 3.2.1
 */
export interface ServerRequestInterface extends RequestInterface {
  /**
   * CGI variables (RFC 3875 4.1) and `REMOTE_PORT`: `REQUEST_METHOD`, `REMOTE_ADDR`,
   * `HTTP_AUTHORIZATION`, ... Names are case-sensitive, values are text; a variable without a value
   * (the address and port of an unknown client) is absent. They describe the received request: no `with*` changes them.
   *
   * @returns an object with a null prototype; `{}` if the request was not received by a server
   */
  getServerParams(): ServerParams;

  /**
   * The cookies of the `Cookie` header, decoded: escapes and raw bytes are read as UTF-8, and values that are
   * not UTF-8 stay as received.
   *
   * @returns cookies by name, an object with a null prototype; `{}` if there are none
   */
  getCookieParams(): CookieParams;

  /** Does not change the `Cookie` header. @param cookies copied */
  withCookieParams(cookies: CookieParams): this;

  /**
   * The parameters of the URI's query, parsed like PHP's `parse_str`: `a[]=1` creates a list,
   * `a[k]=1` a map; a key `__proto__` is dropped.
   *
   * @returns an object with a null prototype, at every level; `{}` if the query is empty. The same
   *   object for each call, and for all copies with the same query.
   * @throws {HttpErrorInterface} `status` 413 or 400 if it exceeds the limits of the
   *   implementation
   */
  getQueryParams(): QueryParams;

  /** Does not change the URI. @param query copied at its first level */
  withQueryParams(query: QueryParams): this;

  /**
   * @returns a tree of uploads by form field name, with null prototypes at every level. If the parsed body is unset, its
   *   listener is called, as by {@link getParsedBody}
   */
  getUploadedFiles(): UploadedFiles;

  /**
   * @param uploadedFiles copied at its first level
   * @throws {MessageErrorInterface} `UPLOADED_FILES_INVALID` if a leaf is not an upload
   */
  withUploadedFiles(uploadedFiles: UploadedFiles): this;

  /**
   * The result of a body parser.
   *
   * @returns `null` while unset: no parser ran, none knew the media type, or the body was empty or
   *   could not be decoded. Then a listener of the lifetime (`UNPARSED_BODY` from `@mortise/base/keys`) is called.
   */
  getParsedBody(): object | null;

  /**
   * @param data a map, a list, an object of a custom parser, or `null` to unset; kept by reference
   * @throws {MessageErrorInterface} `PARSED_BODY_INVALID` for anything else (a string, a number)
   */
  withParsedBody(data: object | null): this;

  /** @returns all attributes by name, an object with a null prototype; `{}` if there are none */
  getAttributes(): Readonly<Record<string, unknown>>;

  /**
   * An attribute that middleware attached.
   *
   * @param name case-sensitive; no name is special (not even `__proto__`, `constructor`)
   * @param fallback returned if the attribute was never set; default `undefined`. A value that
   *   was set is returned unchanged, even `null` or `undefined`.
   */
  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  getAttribute<T, D>(name: AttributeKey<T>, fallback: D): T | D;

  /** Sets one attribute, in constant time. @param value kept by reference */
  withAttribute<T>(name: AttributeKey<T>, value: NoInfer<T>): this;

  /**
   * Sets several attributes and keeps the others (in variant A: replaces all of them).
   *
   * @param attributes own enumerable properties by name; values are kept by reference
   */
  withAttributes(attributes: Readonly<Record<string, unknown>>): this;

  /** Removes one attribute; an absent one is not an error. */
  withoutAttribute(name: string): this;

  /** The lifetime of this request: the same object for every copy of it. */
  getLifetime(): RequestLifetimeInterface;
}
