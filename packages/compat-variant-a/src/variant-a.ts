import type { ServerRequestInterface } from '@mortise/http-message';
import { AppError, isThenable, type VariantFactory } from '@mortise/app';
import { callbackHandler } from './callback-handler.js';
import { Container } from './container.js';
import { ErrorAnswers } from './errors/error-answers.js';
import { doublePass } from './middleware/double-pass.js';
import { isMiddleware } from './middleware/is-middleware.js';
import { type BodyOptions, bodyPlan } from './request/body-options.js';
import { asVariantA } from './request/decorate-request.js';
import { readInBody } from './request/read-in-body.js';
import { VariantARequest } from './request/variant-a-request.js';
import { withBasePath } from './request/with-base-path.js';
import { finishResponse } from './response/finish-response.js';
import { freshResponses } from './response/fresh-responses.js';
import { defaultSettings, type Settings } from './settings.js';
import type { VariantA } from './variant-a-types.js';

/** What variant A can be told. */
export interface VariantAOptions extends BodyOptions {
  /** What is not said has its default. */
  readonly settings?: Partial<Settings>;
}

/**
 * Variant A, as Slim 3 has it: `(request, response, next)` middleware, a response that goes in and
 * comes out, requests and responses with helpers, handlers of errors in the container.
 *
 * @returns to hand to `createApp({ variant })` of `@mortise/app`; `createApp` of this package does so
 */
export function variantA(options: VariantAOptions = {}): VariantFactory<VariantA> {
  return (services) => {
    const { factories } = services;
    const settings: Settings = { ...defaultSettings, ...options.settings };
    const container = services.container ?? new Container();
    const { rules, reading } = bodyPlan(factories, settings.parsedBodyLimit, options);
    const decorate = (request: ServerRequestInterface): VariantARequest =>
      asVariantA(request, rules);
    const createResponse = freshResponses(factories, settings.httpVersion);
    const errors = new ErrorAnswers({
      services,
      container,
      displayErrorDetails: settings.displayErrorDetails,
      // A request that failed before it was made ready has no body to look for a method in.
      decorate: (request) => asVariantA(request, rules, false),
      createResponse,
    });
    const parts = { services, container, decorate, createResponse };
    return {
      toMiddleware(value) {
        if (isMiddleware(value)) return value;
        if (typeof value !== 'function') throw invalidMiddleware(value);
        return doublePass(value, { factories, container, createResponse });
      },
      toHandler: (callback, route) => callbackHandler(callback, route, parts),
      prepare(request) {
        const ready = readInBody(withBasePath(request, settings.basePath), reading);
        return isThenable(ready) ? ready.then(decorate) : decorate(ready);
      },
      withRoute: (request, context) =>
        context.getRoute() === null
          ? request
          : VariantARequest.withContext(decorate(request), context),
      routesFirst: settings.determineRouteBeforeAppMiddleware,
      unrouted: (request, result) => errors.unrouted(request, result),
      failed: (error, request) => errors.answer(error, request),
      finish(response, request) {
        settleMethod(request);
        return finishResponse(response, settings);
      },
    };
  };
}

/** There is an answer: a form that nobody could read until now is no error of this request any more. */
function settleMethod(request: ServerRequestInterface): void {
  try {
    request.getMethod();
  } catch {
    // Whoever asks next gets the method that came.
  }
}

function invalidMiddleware(value: unknown): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    `a value of type ${typeof value} is no middleware: give a function (request, response, next), an object with process(), or the name of one in the container`,
    value,
  );
}
