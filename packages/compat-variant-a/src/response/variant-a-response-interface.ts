import type { ResponseInterface, UriInterface } from '@mortise/http-message';

/** A response with the helpers of variant A. */
export interface VariantAResponseInterface extends ResponseInterface {
  /** Writes to the body, which all copies of the response share. @returns the same response */
  write(data: Uint8Array | string): this;

  /**
   * Replaces the body with data as JSON.
   *
   * @param status default `null`: the response's own
   * @throws {VariantAError} `JSON_INVALID` for `undefined` and functions
   */
  withJson(data: unknown, status?: number | null): this;

  /** @param status default `null`: the response's own, but 302 instead of 200 */
  withRedirect(url: UriInterface | string, status?: number | null): this;

  /** 204, 205 or 304. */
  isEmpty(): boolean;

  /** 100 to 199. */
  isInformational(): boolean;

  /** 200. */
  isOk(): boolean;

  /** 200 to 299. */
  isSuccessful(): boolean;

  /** 301, 302, 303, 307 or 308. */
  isRedirect(): boolean;

  /** 300 to 399. */
  isRedirection(): boolean;

  /** 400. */
  isBadRequest(): boolean;

  /** 403. */
  isForbidden(): boolean;

  /** 404. */
  isNotFound(): boolean;

  /** 400 to 499. */
  isClientError(): boolean;

  /** 500 to 599. */
  isServerError(): boolean;
}
