import { parseForm } from '@mortise/form-encoding';
import type { QueryParams, ServerRequestInterface } from '@mortise/http-message';
import { PHP_NAMES } from './media-type-parsers.js';

/**
 * The query parameters of a request, with the names that PHP gives them (`a.b` becomes `a_b`), parsed on the first call
 * of {@link of}. All copies of a request share one object until one of them gets another query.
 */
export class PhpQuery {
  #params: QueryParams | null = null;

  /**
   * Returns the parameters. Those set by `withQueryParams` are unchanged.
   *
   * @throws {HttpErrorInterface} like `getQueryParams` of the request
   */
  of(request: ServerRequestInterface): QueryParams {
    return (this.#params ??= followsUri(request)
      ? Object.freeze(parseForm(request.getUri().getQuery(), PHP_NAMES))
      : request.getQueryParams());
  }
}

/** Whether the parameters come from the URI: `getQueryParams` follows `withUri` until `withQueryParams` is called. */
function followsUri(request: ServerRequestInterface): boolean {
  const elsewhere = request.withUri(request.getUri().withQuery('follows=uri'), true);
  return elsewhere.getQueryParams()['follows'] === 'uri';
}
