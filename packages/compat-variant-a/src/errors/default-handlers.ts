import { isThenable } from '@mortise/base';
import {
  AppError,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  isError,
  type VariantServices,
} from '@mortise/app';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';
import { withBegunHeaders } from './begun-response.js';
import type { Slim3ErrorHandler, Handlers } from './handlers.js';

/** Returns what Slim 3 sends for OPTIONS if the path has routes for other methods. It is not an error. */
function allowedMethods(
  begun: VariantAResponseInterface,
  methods: readonly string[],
): VariantAResponseInterface {
  const names = methods.join(', ');
  return begun
    .withStatus(200)
    .withHeader('Content-Type', 'text/plain')
    .withHeader('Allow', names)
    .write(`Allowed methods: ${names}`);
}

/** Creates the default error handlers of an application. They keep the headers of the response that they receive. */
export function defaultHandlers(
  { errorHandler }: Pick<VariantServices, 'errorHandler'>,
  displayErrorDetails: boolean,
): Handlers {
  const answer: Slim3ErrorHandler = (request, begun, error) => {
    if (error instanceof HttpMethodNotAllowedException && request.getMethod() === 'OPTIONS') {
      return allowedMethods(begun, error.allowedMethods);
    }
    const known = isError(error) ? error : AppError.notAnError(error);
    const response = errorHandler.handle(request, known, displayErrorDetails, true, true);
    return isThenable(response)
      ? response.then((late) => withBegunHeaders(late, begun))
      : withBegunHeaders(response, begun);
  };
  return {
    notFoundHandler: (request, response) =>
      answer(request, response, new HttpNotFoundException(request)),
    notAllowedHandler: (request, response, methods) =>
      answer(
        request,
        response,
        new HttpMethodNotAllowedException(request).setAllowedMethods(methods),
      ),
    errorHandler: answer,
    phpErrorHandler: answer,
  };
}
