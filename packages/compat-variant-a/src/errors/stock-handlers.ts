import {
  AppError,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  isError,
  type VariantServices,
} from '@mortise/app';
import type { ErrorHandlerA, Handlers } from './handlers.js';

/** The handlers of an application that sets none: the answers of the framework. */
export function stockHandlers(
  { errorHandler }: Pick<VariantServices, 'errorHandler'>,
  displayErrorDetails: boolean,
): Handlers {
  const answer: ErrorHandlerA = (request, _response, error) => {
    const known = isError(error) ? error : AppError.notAnError(error);
    return errorHandler.handle(request, known, displayErrorDetails, true, true);
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
