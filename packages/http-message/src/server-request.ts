import type { AttributeKey } from './attribute-key.js';
import type { CookieParams, QueryParams, ServerParams, UploadedFiles } from './params.js';
import type { RequestInterface } from './request.js';
import type { RequestLifetimeInterface } from './request-lifetime.js';

/**
 * A request as the server received it.
 *
 * Everything that is derived from the wire (query, cookies, server parameters) is computed when it
 * is first asked for, once for all copies of a request that share its source; the query follows
 * `withUri` no more once `withQueryParams` was called.
 *
 * Objects that are given or returned here are never changed by either side.
 *
 * @see PSR-7 3.2.1
 */
export interface ServerRequestInterface extends RequestInterface {
  /**
   * CGI variables (RFC 3875 4.1) and `REMOTE_PORT`: `REQUEST_METHOD`, `REMOTE_ADDR`,
   * `HTTP_AUTHORIZATION`, ... Names are case-sensitive, values are text; a variable without a value
   * (the address and port of a client that has none) is absent. They describe what came in: no `with*` changes them.
   *
   * @returns an object with a null prototype; `{}` when the request came from no server
   */
  getServerParams(): ServerParams;

  /**
   * The cookies of the `Cookie` header, decoded: escapes and raw bytes are read as UTF-8, and what is
   * not UTF-8 stays as received.
   *
   * @returns cookies by name, an object with a null prototype; `{}` without a cookie
   */
  getCookieParams(): CookieParams;

  /** Leaves the `Cookie` header as it is. @param cookies copied */
  withCookieParams(cookies: CookieParams): this;

  /**
   * The parameters of the URI's query, as PHP's `parse_str` reads them: `a[]=1` makes a list,
   * `a[k]=1` a map; a key `__proto__` is dropped.
   *
   * @returns an object with a null prototype, at every level; `{}` when the query is empty. The same
   *   object at each call, for all copies that have the query.
   * @throws {HttpErrorInterface} `status` 413 or 400 when it is over the limits of the
   *   implementation
   */
  getQueryParams(): QueryParams;

  /** Leaves the URI as it is. @param query copied at its first level */
  withQueryParams(query: QueryParams): this;

  /** @returns a tree of uploads by name of the form field, a null prototype at every level */
  getUploadedFiles(): UploadedFiles;

  /**
   * @param uploadedFiles copied at its first level
   * @throws {MessageErrorInterface} `UPLOADED_FILES_INVALID` when a leaf is no upload
   */
  withUploadedFiles(uploadedFiles: UploadedFiles): this;

  /**
   * What a body parser made of the body.
   *
   * @returns `null` while unset: no parser ran, none knew the media type, or the body was empty or
   *   could not be decoded. Then a listener of the lifetime (`UnparsedBodyKey`) is called.
   */
  getParsedBody(): object | null;

  /**
   * @param data a map, a list, an object of a parser's own, or `null` to unset; kept by reference
   * @throws {MessageErrorInterface} `PARSED_BODY_INVALID` for anything else (a string, a number)
   */
  withParsedBody(data: object | null): this;

  /** @returns all attributes by name, an object with a null prototype; `{}` when there are none */
  getAttributes(): Readonly<Record<string, unknown>>;

  /**
   * An attribute that middleware attached.
   *
   * @param name case-sensitive; every string is an ordinary name (`__proto__`, `constructor` too)
   * @param fallback what to give when the attribute was never set; default `undefined`. A value that
   *   was set is given as it is, be it `null` or `undefined`.
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

  /** The life of this request: the same object for every copy of it. */
  getLifetime(): RequestLifetimeInterface;
}
