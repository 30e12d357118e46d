import { isThenable } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ErrorMiddlewareInterface } from './contract.js';
import { ErrorResponder } from './error-responder.js';

/** Slim's error middleware: responds to the errors of the layers inside it. */
export class ErrorMiddleware extends ErrorResponder implements ErrorMiddlewareInterface {
  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    let response: Awaitable<ResponseInterface>;
    try {
      response = handler.handle(request);
    } catch (error) {
      return this.respondTo(error, request);
    }
    if (!isThenable(response)) return response;
    return response.then(undefined, (error: unknown) => this.respondTo(error, request));
  }
}
