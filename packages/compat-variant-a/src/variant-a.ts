import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
  TemporaryStorageInterface,
} from '@mortise/http-message';
import {
  AppError,
  type ContainerInterface,
  isRequestHandler,
  isThenable,
  type RouteCallback,
  type RouteInterface,
  type VariantFactory,
  type VariantServices,
} from '@mortise/app';
import { type BodyParser, type BodyReaders, forMediaType } from '@mortise/body-parsers';
import { Container } from './container.js';
import { ErrorAnswers } from './errors/error-answers.js';
import { doublePass } from './middleware/double-pass.js';
import { isMiddleware } from './middleware/is-middleware.js';
import { asVariantA, rulesOf } from './request/decorate-request.js';
import {
  builtInParsers,
  isXmlType,
  loadXmlParser,
  type MediaTypeParser,
  textParser,
} from './request/media-type-parsers.js';
import { type BodyReading, readInBody } from './request/read-in-body.js';
import { VariantARequest } from './request/variant-a-request.js';
import { withBasePath } from './request/with-base-path.js';
import { finishResponse } from './response/finish-response.js';
import { freshResponse } from './response/fresh-response.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
import { defaultSettings, type Settings } from './settings.js';
import type { AnswerA, VariantA } from './variant-a-types.js';

/** What variant A can be told. */
export interface VariantAOptions {
  /** What is not said has its default. */
  readonly settings?: Partial<Settings>;

  /** More parsers by media type, or others for the types that are known. */
  readonly parsers?: Readonly<Record<string, MediaTypeParser>>;

  /** Parsers of bodies that are consumed, by media type; they run before the application. */
  readonly readers?: BodyReaders;

  /**
   * Where bodies go that are larger than `parsedBodyLimit`, until their request ends. Default: they
   * stay unread when their size is known, else they are refused with 413.
   */
  readonly temporaryStorage?: TemporaryStorageInterface;
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
    const parsers = parsersOf(options);
    const rules = rulesOf({ ...settings, parsers });
    const reading: BodyReading = {
      factories,
      limit: settings.parsedBodyLimit,
      temporaryStorage: options.temporaryStorage ?? null,
      readers: new Map(Object.entries(options.readers ?? {})),
      load: (type) =>
        isXmlType(type) && forMediaType(parsers, type) === null
          ? loadXmlParser(parsers)
          : undefined,
    };
    const decorate = (request: ServerRequestInterface): VariantARequest =>
      asVariantA(request, rules);
    const createResponse = (): VariantAResponseInterface =>
      freshResponse(factories, settings.httpVersion);
    const errors = new ErrorAnswers({
      services,
      container,
      displayErrorDetails: settings.displayErrorDetails,
      decorate,
      createResponse,
    });
    const parts = { services, container, decorate, createResponse };
    return {
      toMiddleware(value) {
        if (isMiddleware(value)) return value;
        if (typeof value !== 'function') throw invalidMiddleware(value);
        return doublePass(value, { factories, container, createResponse });
      },
      toHandler: (callback, route) => handlerOf(callback, route, parts),
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
      finish: (response) => finishResponse(response, settings),
    };
  };
}

function parsersOf({ parsers = {} }: VariantAOptions): Map<string, BodyParser> {
  const all = new Map(builtInParsers);
  for (const [type, parser] of Object.entries(parsers)) all.set(type, textParser(parser));
  return all;
}

interface HandlerParts {
  readonly services: VariantServices;
  readonly container: ContainerInterface;
  readonly decorate: (request: ServerRequestInterface) => VariantARequest;
  readonly createResponse: () => VariantAResponseInterface;
}

function handlerOf(
  callback: VariantA['callback'],
  route: RouteInterface<VariantA>,
  { services, container, decorate, createResponse }: HandlerParts,
): RequestHandlerInterface {
  if (isRequestHandler(callback)) return callback;
  if (typeof callback !== 'function') throw AppError.invalidCallback(callback, route.getPattern());
  const strategy =
    route.getInvocationStrategy() ?? services.routeCollector.getDefaultInvocationStrategy();
  const bound = callback.bind(container) as RouteCallback;
  return {
    handle(plain) {
      const request = decorate(plain);
      const args = VariantARequest.contextOf(request)?.getRoute()?.getArguments() ?? {};
      const response = VariantARequest.responseOf(request) ?? createResponse();
      const answer = strategy.invoke(bound, request, response, args) as Awaitable<AnswerA>;
      return isThenable(answer)
        ? answer.then((late) => responseOf(late, response))
        : responseOf(answer, response);
    },
  };
}

/** What is neither text nor nothing is looked at by the application. */
function responseOf(answer: AnswerA, response: ResponseInterface): ResponseInterface {
  if (answer === undefined || answer === null) return response;
  if (typeof answer !== 'string') return answer;
  response.getBody().write(answer);
  return response;
}

function invalidMiddleware(value: unknown): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    `a value of type ${typeof value} is no middleware: give a function (request, response, next), an object with process(), or the name of one in the container`,
    value,
  );
}
