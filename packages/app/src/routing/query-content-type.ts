import type { RequestHandlerInterface } from '@mortise/http-message';
import { httpError } from '../exceptions/http-error.js';

/**
 * Rejects `QUERY` requests that have a body but no `Content-Type`: the body is the query, and its type determines its
 * meaning.
 *
 * @returns a handler that throws `CONTENT_TYPE_MISSING` (400)
 * @see RFC 10008 2
 */
export function requiringContentType(handler: RequestHandlerInterface): RequestHandlerInterface {
  return {
    handle(request) {
      const refused =
        request.getMethod() === 'QUERY' &&
        request.getHeaderLine('Content-Type') === '' &&
        request.getBody().getSize() !== 0;
      if (!refused) return handler.handle(request);
      throw httpError(400, 'A QUERY request with a body needs a Content-Type.', {
        code: 'CONTENT_TYPE_MISSING',
      });
    },
  };
}
