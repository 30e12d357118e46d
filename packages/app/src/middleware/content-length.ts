import { isThenable } from '@mortise/base';
import { hasBodyOfGet, isBodilessStatus, remainingSize } from '@mortise/base/message';
import { ensureNone } from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/**
 * Adds `Content-Length` to responses of known size that lack it, except 204, 205, 304 and an empty response to HEAD of
 * a route that is not for GET, which says nothing about the size for GET (RFC 9110 8.6). Adapters add it automatically;
 * use this only if a layer reads the header.
 *
 * @throws {OptionError} `OPTION_INVALID` if called with an argument: there are no options
 */
export function contentLength(...none: readonly []): MiddlewareInterface {
  ensureNone(none, 'contentLength', 'it has no options');
  return {
    name: 'contentLength',
    process(request, handler) {
      const response = handler.handle(request);
      return isThenable(response)
        ? response.then((late) => withLength(late, request))
        : withLength(response, request);
    },
  };
}

function withLength(
  response: ResponseInterface,
  request: ServerRequestInterface,
): ResponseInterface {
  const size = remainingSize(response.getBody());
  const isComplete =
    response.hasHeader('Content-Length') || isBodilessStatus(response.getStatusCode());
  if (size === null || isComplete || (size === 0 && !hasBodyOfGet(request))) return response;
  return response.withHeader('Content-Length', String(size));
}
