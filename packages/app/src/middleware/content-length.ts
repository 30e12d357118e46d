import { isThenable } from '@mortise/base';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';

/**
 * Adds `Content-Length` to responses without it whose size is known. Emitters add it
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
  if (size === null || response.hasHeader('Content-Length')) return response;
  return response.withHeader('Content-Length', String(size));
}
