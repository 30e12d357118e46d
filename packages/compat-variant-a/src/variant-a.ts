import { isPlainFunction, isThenable } from '@mortise/base';
import { nested, OptionError, options as declare, type Omittable } from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import {
  AppError,
  isMiddleware,
  type Variant,
  type VariantFactory,
  type VariantServices,
} from '@mortise/app';
import { callbackHandler } from './callback-handler.js';
import { Container, markServing } from './container.js';
import { ErrorAnswers } from './errors/error-answers.js';
import type { Handlers } from './errors/handlers.js';
import { defaultHandlers } from './errors/default-handlers.js';
import { doublePassWith } from './middleware/double-pass.js';
import { passingHalts } from './middleware/passing-halts.js';
import { type BodyOptions, bodyPlan, bodyRules } from './request/body-options.js';
import { asVariantA, entering } from './request/decorate-request.js';
import { readInBody } from './request/read-in-body.js';
import { VariantARequest } from './request/variant-a-request.js';
import { withBasePath } from './request/with-base-path.js';
import { finishResponse } from './response/finish-response.js';
import { freshResponses } from './response/fresh-responses.js';
import type { ServiceContainerInterface } from './services.js';
import { type IgnoredSettings, type Settings, settingsOf } from './settings.js';
import { LINES } from './suggested-lines.js';
import type { Slim3MiddlewareInterface, VariantA } from './variant-a-types.js';

/** Options of variant A. */
export interface VariantAOptions extends BodyOptions {
  /** Settings of variant A, and your own. Default: `{}`. */
  readonly settings?: (Omittable<Settings> & IgnoredSettings) | undefined;
}

/** Checks the options of variant A. */
export const declaredVariantA = declare<VariantAOptions>()('variantA', {
  ...bodyRules,
  settings: nested(settingsOf),
});

type Checked = ReturnType<typeof declaredVariantA>;

/**
 * Creates variant A, like Slim 3: `(request, response, next)` middleware, a response that is passed in and returned,
 * requests and responses with helpers, error handlers in the container.
 *
 * @returns the value for `createApp({ variant })` from `@mortise/app`; this package's `createApp` sets it for you
 * @throws {OptionError} `OPTION_INVALID`
 */
export function variantA(options?: VariantAOptions): VariantFactory<VariantA> {
  // `createApp({ variant: variantA })`, without a call, would pass the services as options.
  if (options !== undefined && 'routeCollector' in Object(options)) {
    throw new OptionError('createApp.variant', variantA, 'variantA()');
  }
  const checked = declaredVariantA(options);
  const { displayErrorDetails } = checked.settings;
  return (services) =>
    variantWith(checked, services, defaultHandlers(services, displayErrorDetails));
}

/** Like {@link variantA}, with handlers that are used if the container has none. */
export function variantWith(
  options: Checked,
  services: VariantServices,
  defaults: Handlers,
): Variant<VariantA> {
  const { factories } = services;
  const { settings } = options;
  // The code that supplies a container is responsible for the types of its entries under known names.
  const container = (services.container ?? new Container()) as ServiceContainerInterface;
  const { rules, reading } = bodyPlan(factories, settings, options);
  const decorate = (request: ServerRequestInterface): VariantARequest => asVariantA(request, rules);
  const createResponse = freshResponses(factories, settings.httpVersion);
  // For a request that a layer created, or that failed before it was prepared: its body is not searched for a method.
  const decorateAsIs = (request: ServerRequestInterface): VariantARequest =>
    asVariantA(request, rules, false);
  const errors = new ErrorAnswers({ container, defaults, decorate: decorateAsIs, createResponse });
  const parts = { services, container, decorate, createResponse };
  return {
    toMiddleware(value) {
      if (isMiddleware(value)) return passingHalts(value);
      if (!isPlainFunction(value) && !isInvokable(value)) {
        throw AppError.invalidMiddleware(value, '(request, response, next)');
      }
      return doublePassWith(value, {
        factories,
        container,
        createResponse,
        decorate: decorateAsIs,
      });
    },
    toHandler: (callback, route) => callbackHandler(callback, route, parts),
    prepare(request) {
      markServing(container);
      const ready = readInBody(withBasePath(request, settings.basePath), reading);
      const enter = (read: ServerRequestInterface): VariantARequest => entering(read, rules);
      return isThenable(ready) ? ready.then(enter) : enter(ready);
    },
    withRoute: (request, context) =>
      context.getRoute() === null
        ? request
        : VariantARequest.withContext(decorate(request), context),
    routesFirst: settings.determineRouteBeforeAppMiddleware,
    lines: LINES,
    ownGroupPatterns: true,
    anyMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    unrouted: (request, result, exception) => errors.answerUnrouted(request, result, exception),
    failed: (error, request) => errors.answer(error, request),
    finish: (response, request) =>
      finishResponse(response, VariantARequest.plainOf(request), settings),
  };
}

function isInvokable(value: unknown): value is Slim3MiddlewareInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<Slim3MiddlewareInterface>).invoke === 'function'
  );
}
