import type { AttributeKey } from './attribute-key.js';
import type { CookieParams, QueryParams, ServerParams, UploadedFiles } from './params.js';
import type { RequestInterface } from './request.js';
import type { RequestLifetimeInterface } from './request-lifetime.js';

/**
 * A request as the server received it.
 *
 * Data derived from the received request (query, cookies, server parameters) is computed on first use, once for all
 * copies of the request. After `withQueryParams`, `withUri` no longer changes the query parameters.
 *
 * Treat arguments and results as immutable: the request never changes them either.
 *
 * @see PSR-7 3.2.1
 */
export interface ServerRequestInterface extends RequestInterface {
  /**
   * CGI variables (RFC 3875 4.1) and `REMOTE_PORT`: `REQUEST_METHOD`, `REMOTE_ADDR`, `HTTP_AUTHORIZATION`, ... Names
   * are case-sensitive, values are strings; a variable without a value (such as the address of an unknown client) is
   * absent. They describe the request as received: no `with*` method changes them.
   *
   * @returns an object with a null prototype; for a request that was not received, the parameters given to its factory
   */
  getServerParams(): ServerParams;

  /**
   * The decoded cookies of the received `Cookie` header: escapes and raw bytes are read as UTF-8, and values that are
   * not valid UTF-8 stay as received.
   *
   * @returns cookies keyed by name, an object with a null prototype; `{}` if there are none
   */
  getCookieParams(): CookieParams;

  /**
   * Replaces the cookies; does not change the `Cookie` header.
   *
   * @param cookies copied
   */
  withCookieParams(cookies: CookieParams): this;

  /**
   * The parameters of the URI's query, parsed like PHP's `parse_str`: `a[]=1` creates a list, `a[k]=1` a map; the key
   * `__proto__` is dropped.
   *
   * @returns an object with a null prototype, at every level; `{}` if the query is empty. Every call returns the same
   *   object, even on copies with the same query.
   * @throws {HttpErrorInterface} with `status` 413 or 400 if the query exceeds the limits of the implementation
   */
  getQueryParams(): QueryParams;

  /**
   * Replaces the query parameters; does not change the URI.
   *
   * @param query copied one level deep
   */
  withQueryParams(query: QueryParams): this;

  /**
   * The uploads of a form. If the parsed body is unset, this calls its listener, like {@link getParsedBody}.
   *
   * @returns a tree of uploads keyed by form field name, with null prototypes at every level; `{}` if there are none
   */
  getUploadedFiles(): UploadedFiles;

  /**
   * Returns a copy with these uploads.
   *
   * @param uploadedFiles copied; the uploads themselves are shared
   * @throws {MessageErrorInterface} `UPLOADED_FILES_INVALID` if a leaf is not an upload
   */
  withUploadedFiles(uploadedFiles: UploadedFiles): this;

  /**
   * The result of a body parser.
   *
   * @returns `null` if unset: no parser ran, none supports the media type, or the body was empty or could not be
   *   decoded. In that case a listener of the lifetime (`UNPARSED_BODY` from `@mortise/base/keys`) is called.
   */
  getParsedBody(): object | null;

  /**
   * Returns a copy with this parsed body.
   *
   * @param data a map, a list, an object of a custom parser, or `null` to unset; kept by reference
   * @throws {MessageErrorInterface} `PARSED_BODY_INVALID` for anything else (a string, a number)
   */
  withParsedBody(data: object | null): this;

  /**
   * All attributes.
   *
   * @returns an object with a null prototype, keyed by name; `{}` if there are none
   */
  getAttributes(): Readonly<Record<string, unknown>>;

  /**
   * Returns an attribute that middleware has set.
   *
   * @param name case-sensitive; every name is allowed, even `__proto__` and `constructor`
   * @param fallback returned if the attribute is not set; default `undefined`. A value that is set is returned
   *   unchanged, even `null` or `undefined`.
   */
  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  getAttribute<T, D>(name: AttributeKey<T>, fallback: D): T | D;

  /**
   * Sets one attribute, in constant time.
   *
   * @param value kept by reference
   */
  withAttribute<T>(name: AttributeKey<T>, value: NoInfer<T>): this;

  /**
   * Sets several attributes and keeps the others (`@mortise/compat-variant-a` replaces all of them).
   *
   * @param attributes own enumerable properties are used; values are kept by reference
   */
  withAttributes(attributes: Readonly<Record<string, unknown>>): this;

  /** Removes one attribute; an absent one is not an error. */
  withoutAttribute(name: string): this;

  /** The lifetime of this request: the same object for all of its copies. */
  getLifetime(): RequestLifetimeInterface;
}
