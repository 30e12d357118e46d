import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseFactoryInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { fromResponse } from './response/from-response.js';
import { toRequest } from './request/to-request.js';

/**
 * Mounts a fetch-style handler: a `Request` in, a `Response` out. Its request is aborted when that of
 * the application is.
 *
 * The handler cannot read a body that a body parser has read, unless the body can be read again.
 *
 * @param handler called with the request alone; bind what else it needs
 * @param factories of an implementation of the messages
 * @returns a handler that fails as {@link toRequest} and {@link fromResponse} do, and with what
 *   `handler` throws
 */
export function fromFetchHandler(
  handler: (request: Request) => Awaitable<Response>,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
): RequestHandlerInterface {
  return {
    async handle(request) {
      const response = await handler(toRequest(request, request.getLifetime().signal));
      return fromResponse(response, factories);
    },
  };
}
