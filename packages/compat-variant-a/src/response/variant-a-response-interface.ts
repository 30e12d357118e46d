import type { RedirectTarget } from '@mortise/app';
import type { ResponseInterface } from '@mortise/http-message';

/** A response with variant A's helpers. */
export interface VariantAResponseInterface extends ResponseInterface {
  /** Writes to the body, which all copies of the response share. @returns the same response */
  write(data: Uint8Array | string): this;

  /**
   * Returns a copy whose body is replaced with data as JSON.
   *
   * @param status default `null`: the response's own
   * @throws {VariantAError} `JSON_INVALID` for `undefined` and functions
   * @throws {TypeError} in development, for values inside the data that JSON does not keep, such as a `Map` or `NaN`
   */
  withJson(data: unknown, status?: number | null): this;

  /**
   * Returns a copy that redirects to a URL.
   *
   * @param status default `null`: the response's own, but 302 instead of 200
   */
  withRedirect(url: RedirectTarget, status?: number | null): this;

  /** Whether the status forbids a body: 204, 205 or 304. */
  isEmpty(): boolean;

  /** Whether the status is from 100 to 199. */
  isInformational(): boolean;

  /** Whether the status is 200. */
  isOk(): boolean;

  /** Whether the status is from 200 to 299. */
  isSuccessful(): boolean;

  /** Whether the status redirects the client to `Location`: 301, 302, 303, 307 or 308. */
  isRedirect(): boolean;

  /** Whether the status is from 300 to 399. */
  isRedirection(): boolean;

  /** Whether the status is 400. */
  isBadRequest(): boolean;

  /** Whether the status is 403. */
  isForbidden(): boolean;

  /** Whether the status is 404. */
  isNotFound(): boolean;

  /** Whether the status is from 400 to 499. */
  isClientError(): boolean;

  /** Whether the status is from 500 to 599. */
  isServerError(): boolean;
}
