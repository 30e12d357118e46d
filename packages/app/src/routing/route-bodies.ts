import { isThenable } from '@mortise/base';
import {
  attachBodyParser,
  attachedBodyParser,
  type AttachedParser,
  type ParseBody,
  type ParserState,
  parseBodyWith,
} from '@mortise/base/message';
import { accepted, merged, object } from '@mortise/base/options';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import type { BodyParserFactory, RouteBodyOptions } from './body-options.js';

/** A route. Its parser is `undefined` if it uses the application's, `null` if its bodies are not parsed. */
interface BodyOwner {
  readonly bodyParser: ParseBody | null | undefined;
}

type RouteOf = (request: ServerRequestInterface) => BodyOwner | null;

/** The parsers of an application and of its routes. A body is parsed once, when it is first requested. */
export class RouteBodies {
  readonly #routeOf: RouteOf;
  readonly #create: BodyParserFactory | undefined;
  readonly #options: RouteBodyOptions | undefined;
  /** The parser for routes without their own; `null` if their bodies are not parsed. */
  readonly #ofRoutes: ParseBody | null;
  /** The parser for layers; `addBodyParsingMiddleware` replaces it. */
  #ofLayers: ParseBody | null;
  /** Whether any route has options of its own. */
  hasOwn = false;

  /**
   * @param routeOf returns the route of a request, even before routing; `null` if it has none
   * @param options the application's; if absent, only bodies of routes with the option are parsed
   * @throws {AppError} `BODY_PARSER_MISSING`
   */
  constructor(
    routeOf: RouteOf,
    options: RouteBodyOptions | undefined,
    create: BodyParserFactory | undefined,
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
   * @param places the `body` option of its groups and of the route, outermost first
   * @param path where the options were set, for errors
   * @returns `undefined` if no place has the option; `null` if the body is not parsed
   * @throws {AppError} `BODY_PARSER_MISSING`, or the parser's error for an invalid option
   */
  parserOf(
    places: readonly (false | RouteBodyOptions | undefined)[],
    path: string,
  ): ParseBody | null | undefined {
    const given = places.filter((place) => place !== undefined);
    if (given.length === 0) return undefined;
    this.hasOwn = true;
    type Bodies = false | RouteBodyOptions;
    const options = given.reduce<Bodies>(
      (outer, inner): Bodies =>
        inner !== false && merged<object, RouteBodyOptions>(outer || {}, inner),
      this.#options ?? {},
    );
    return options === false ? null : this.#parser(options, path);
  }

  /**
   * Attaches the parsers to a request that enters the application, so that its layers can call `parseBody`. They
   * replace those of an outer application, even if there are none here, because its limits and options do not apply to
   * these routes.
   */
  attach(request: ServerRequestInterface): void {
    const isParsing = this.#ofLayers !== null || this.hasOwn;
    if (isParsing || attachedBodyParser(request) !== null) attachBodyParser(request, this.#parse);
  }

  /** Wraps the handler of a route so that the body is parsed just before it is called, inside all layers. */
  before(
    handler: RequestHandlerInterface,
    { bodyParser: own }: BodyOwner,
  ): RequestHandlerInterface {
    const parse = own === undefined ? this.#ofRoutes : own;
    if (parse === null) return handler;
    return {
      handle(request) {
        const parsed = parseBodyWith(request, parse);
        return isThenable(parsed) ? handleLater(handler, parsed) : handler.handle(parsed);
      },
    };
  }

  /**
   * Creates a layer of the application that parses bodies at its place in the stack. Routes keep their own options, and
   * outer layers can request the parsed body.
   *
   * @param parsers by media type, which override those of the application
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {AppError} `BODY_PARSER_MISSING`, or the parser's error
   */
  layer(parsers: object): MiddlewareInterface {
    accepted<unknown>(object, parsers, 'addBodyParsingMiddleware');
    const own = this.#options ?? {};
    const options = merged(own, { parsers: { ...own.parsers, ...parsers } });
    const ofLayer = (this.#ofLayers = this.#parser(options, 'addBodyParsingMiddleware'));
    return {
      name: 'body parsing',
      process: (request, handler) => {
        const own = this.#ownOf(request);
        const parsed = own === null ? request : parseBodyWith(request, own ?? ofLayer);
        return isThenable(parsed) ? handleLater(handler, parsed) : handler.handle(parsed);
      },
    };
  }

  readonly #parse: AttachedParser = Object.assign(
    (request: ServerRequestInterface) => this.#parserFor(request)?.(request) ?? request,
    {
      stateOf: (request: ServerRequestInterface): ParserState => {
        if (this.#parserFor(request) !== null) return 'attached';
        return this.#ownOf(request) === null ? 'refused' : 'absent';
      },
    },
  );

  #parserFor(request: ServerRequestInterface): ParseBody | null {
    const own = this.#ownOf(request);
    return own === undefined ? this.#ofLayers : own;
  }

  /** @returns `undefined` if the route of the request has no options of its own */
  #ownOf(request: ServerRequestInterface): ParseBody | null | undefined {
    return this.hasOwn ? this.#routeOf(request)?.bodyParser : undefined;
  }

  #parser(options: RouteBodyOptions, path: string): ParseBody {
    if (this.#create !== undefined) return this.#create(options, path);
    const message =
      'the application has no body parser; pass one to createApp({ createBodyParser }), such as bodyParser from @mortise/body-parsers';
    throw new AppError('BODY_PARSER_MISSING', message);
  }
}

/** Separate, because a function that contains closures allocates their context on every call. */
function handleLater(
  handler: RequestHandlerInterface,
  parsed: PromiseLike<ServerRequestInterface>,
): Awaitable<ResponseInterface> {
  return parsed.then((ready) => handler.handle(ready));
}
