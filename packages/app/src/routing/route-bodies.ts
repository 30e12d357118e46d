import { isThenable } from '@mortise/base';
import {
  attachBodyParser,
  BODY_PARSER,
  type BodyParsingMiddleware,
  type ParseBody,
  parseBodyWith,
} from '@mortise/base/message';
import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import type { BodyParserFactory, RouteBodyOptions } from './body-options.js';
import type { RouteInterface } from './contract.js';
import type { RouteContext, RoutedHandler } from './route-context.js';

/** The parsers of an application and of its routes: who requests the body first has it parsed for all. */
export class RouteBodies {
  readonly #routeOf: (request: ServerRequestInterface) => RouteInterface | null;
  readonly #create: BodyParserFactory | null;
  readonly #options: RouteBodyOptions | undefined;
  /** The parser of routes without their own; `null` if their bodies are not parsed. */
  readonly #ofRoutes: ParseBody | null;
  /** The parser of layers; also that of `addBodyParsingMiddleware`. */
  #ofLayers: ParseBody | null;
  /** The parsers of routes with their own options; `null` for `false`. */
  readonly #own = new Map<RouteInterface, ParseBody | null>();

  /**
   * @param routeOf the route of a request, which need not have been routed; `null` if it has none
   * @param options those of the application; if absent, only routes with the option are parsed
   * @throws {AppError} `BODY_PARSER_MISSING`
   */
  constructor(
    routeOf: (request: ServerRequestInterface) => RouteInterface | null,
    options?: RouteBodyOptions,
    create: BodyParserFactory | null = null,
  ) {
    this.#routeOf = routeOf;
    this.#create = create;
    this.#options = options;
    this.#ofRoutes = this.#ofLayers =
      options === undefined ? null : this.#parser(options, 'createApp.body');
  }

  /**
   * Creates the parser of a route.
   *
   * @param places the option `body` of its groups and of the route, outermost first
   * @param path of the options, for errors
   * @returns `undefined` if no place has the option; `null` if the body is not parsed
   * @throws {AppError} `BODY_PARSER_MISSING`, or an error of the parser for a wrong option
   */
  parserOf(
    places: readonly (false | RouteBodyOptions | undefined)[],
    path: string,
  ): ParseBody | null | undefined {
    const given = places.filter((place) => place !== undefined);
    if (given.length === 0) return undefined;
    const options = given.reduce<false | RouteBodyOptions>(
      (outer, inner) => inner !== false && { ...outer, ...inner },
      this.#options ?? {},
    );
    return options === false ? null : this.#parser(options, path);
  }

  /** Sets the parser of a route, as {@link parserOf} returned it. */
  set(route: RouteInterface, parser: ParseBody | null | undefined): void {
    if (parser !== undefined) this.#own.set(route, parser);
  }

  /** Attaches the parsers to a request that enters the application, for `parseBody` of its layers. */
  attach(request: ServerRequestInterface): void {
    if (this.#ofLayers !== null || this.#own.size > 0) attachBodyParser(request, this.#parse);
  }

  /** Wraps the callback of a route: its body is parsed directly before it is called, inside of all layers. */
  before(handler: RoutedHandler, route: RouteInterface): RoutedHandler {
    const own = this.#own.get(route);
    const parse = own === undefined ? this.#ofRoutes : own;
    if (parse === null) return handler;
    return {
      handle(request, context) {
        const parsed = parseBodyWith(request, parse);
        return isThenable(parsed)
          ? handleLater(handler, parsed, context)
          : handler.handle(parsed, context);
      },
    };
  }

  /**
   * Makes body parsing a layer of the application: routes keep their own options, and layers outside of it can request
   * the parsed body.
   *
   * @returns the same middleware if it does not contain its parser
   */
  layerOf(middleware: MiddlewareInterface & Partial<BodyParsingMiddleware>): MiddlewareInterface {
    const parse = middleware[BODY_PARSER];
    if (parse === undefined) return middleware;
    this.#ofLayers = parse;
    const process: MiddlewareInterface['process'] = (request, handler) => {
      const own = this.#ownOf(request);
      if (own === undefined) return middleware.process(request, handler);
      const parsed = own === null ? request : parseBodyWith(request, own);
      return isThenable(parsed)
        ? parsed.then((ready) => handler.handle(ready))
        : handler.handle(parsed);
    };
    // With the name of the middleware.
    return Object.create(middleware, { process: { value: process } }) as MiddlewareInterface;
  }

  readonly #parse: ParseBody = (request) => {
    const own = this.#ownOf(request);
    const parse = own === undefined ? this.#ofLayers : own;
    return parse === null ? request : parse(request);
  };

  /** @returns `undefined` if the route of a request has no options of its own */
  #ownOf(request: ServerRequestInterface): ParseBody | null | undefined {
    if (this.#own.size === 0) return undefined;
    const route = this.#routeOf(request);
    return route === null ? undefined : this.#own.get(route);
  }

  #parser(options: RouteBodyOptions, path: string): ParseBody {
    if (this.#create === null) throw AppError.noBodyParser('createBodyParser');
    return this.#create(options, path);
  }
}

/** Apart, since a function that contains closures allocates what they refer to on each call. */
function handleLater(
  handler: RoutedHandler,
  parsed: PromiseLike<ServerRequestInterface>,
  context: RouteContext | undefined,
): Awaitable<ResponseInterface> {
  return parsed.then((ready) => handler.handle(ready, context));
}
