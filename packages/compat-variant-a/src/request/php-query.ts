import { parseForm } from '@mortise/form-encoding';
import type { QueryParams, ServerRequestInterface } from '@mortise/http-message';
import { PHP_NAMES } from './media-type-parsers.js';

/**
 * The parameters of a request's query under the names that PHP gives them (`a.b` is `a_b`), parsed on
 * the first call of {@link of}. All copies of a request share one object until one has another query.
 */
export class PhpQuery {
  #params: QueryParams | null = null;

  /**
   * Parameters set by `withQueryParams` are returned unchanged.
   *
   * @throws {HttpErrorInterface} like `getQueryParams` of the request
   */
  of(request: ServerRequestInterface): QueryParams {
    return (this.#params ??= followsUri(request)
      ? Object.freeze(parseForm(request.getUri().getQuery(), PHP_NAMES))
      : request.getQueryParams());
  }
}

/** By the contract, `getQueryParams` follows `withUri` until `withQueryParams` is called. */
function followsUri(request: ServerRequestInterface): boolean {
  const elsewhere = request.withUri(request.getUri().withQuery('follows=uri'), true);
  return elsewhere.getQueryParams()['follows'] === 'uri';
}
