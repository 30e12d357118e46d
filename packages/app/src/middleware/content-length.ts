import { isThenable } from '@mortise/base';
import { isBodilessStatus } from '@mortise/base/message';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';

/**
 * Adds `Content-Length` to responses without it whose size is known, except 204, 205 and 304. Emitters add it
 * automatically; use this only for layers that read it.
 */
export function contentLength(): MiddlewareInterface {
  return {
    name: 'contentLength',
    process(request, handler) {
      const response = handler.handle(request);
      return isThenable(response) ? response.then(withLength) : withLength(response);
    },
  };
}

function withLength(response: ResponseInterface): ResponseInterface {
  const size = response.getBody().getSize();
  const isComplete =
    response.hasHeader('Content-Length') || isBodilessStatus(response.getStatusCode());
  if (size === null || isComplete) return response;
  return response.withHeader('Content-Length', String(size));
}
