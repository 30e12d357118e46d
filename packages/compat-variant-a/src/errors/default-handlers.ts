import { isThenable } from '@mortise/base';
import {
  AppError,
  type ErrorRenderer,
  HttpException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  isError,
  problemErrorRenderer,
  type VariantServices,
} from '@mortise/app';
import { reasonPhrase } from '@mortise/http-syntax';
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

/** Returns what Slim 3 says of an unmatched request: `Not found`, `Method not allowed. Must be one of: GET`. */
export function slimTitle({ message }: HttpException): string {
  return message.replace(/\.$/, '');
}

/** Renders a problem with the title of its status (RFC 9457 4.2.1) instead of Slim's. */
const problem: ErrorRenderer = (error, details, facts) => {
  const isSlims = error instanceof HttpException && facts.title === slimTitle(error);
  const title = isSlims ? reasonPhrase(facts.status) : facts.title;
  return problemErrorRenderer(error, details, { ...facts, title });
};

/** Creates the default error handlers of an application. They keep the headers of the response that they receive. */
export function defaultHandlers(
  { errorHandler }: Pick<VariantServices, 'errorHandler'>,
  displayErrorDetails: boolean,
): Handlers {
  errorHandler.registerErrorRenderer('application/problem+json', problem);
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
