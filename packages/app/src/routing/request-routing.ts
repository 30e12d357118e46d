import { errorOf, noteError } from '@mortise/base/message';
import { ROUTED } from '@mortise/base/keys';
import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { withHead } from '@mortise/router';
import type { AnswerUnrouted, NearRoute, UnroutedResult } from '../errors/contract.js';
import type { HttpException } from '../errors/http-exception.js';
import { optionsResponse, unroutedError } from '../errors/unrouted.js';
import { requestPath } from '../request-path.js';
import { responseCheck } from '../response-check.js';
import type { RouteInterface } from './contract.js';
import type { VariantTypes } from '../variant-types.js';
import { type Fillable, ROUTE_CONTEXT, RouteContext, type RoutedHandler } from './route-context.js';
import type { RouteTable } from './route-table.js';

/** The result of routing, as a value of a request's lifetime: for adapters and middleware of other packages. */
/** Routes requests in a route table: attaches a context first, which routing fills in. */
export class RequestRouting<T extends VariantTypes> {
  readonly #table: RouteTable<T>;
  readonly #factories: HttpFactoriesInterface;

  constructor(table: RouteTable<T>, factories: HttpFactoriesInterface) {
    this.#table = table;
    this.#factories = factories;
  }

  /** Attaches the context that routing fills in, and the body parsers, to a request. */
  enter(request: ServerRequestInterface): ServerRequestInterface {
    this.#table.bodies.attach(request);
    return request.withAttribute(ROUTE_CONTEXT, new RouteContext(this.#table));
  }

  /** Routes a request before all layers, as {@link enter} returned it, if the variant requires that. */
  routedFirst(request: ServerRequestInterface): ServerRequestInterface {
    return this.#table.variant.routesFirst === true
      ? this.#fill(request, this.#contextOf(request) as RouteContext, false, true)
      : request;
  }

  /**
   * Creates the innermost handler: it passes the request to its route, and routes it if no layer has.
   *
   * @param answer that of the outer layers for a request without a route; `null` if the exception has to be thrown
   */
  runner(answer: AnswerUnrouted | null): RequestHandlerInterface {
    return {
      handle: (request) => {
        const known = this.#contextOf(request);
        // Filled in earlier: by `addRoutingMiddleware`, or before all layers.
        return known !== null && known.isRouted && !known.isInnermost
          ? this.#respond(request, known, null, answer)
          : this.#route(request, known, null, answer);
      },
    };
  }

  /** Creates middleware that routes the request at its place, so that the inner layers know the route. @param answer as of {@link runner} */
  middleware(answer: AnswerUnrouted | null): MiddlewareInterface {
    return {
      name: 'routing',
      process: (request, handler) =>
        this.#route(request, this.#contextOf(request), handler, answer),
    };
  }

  /** Returns the context that this application attached to a request; `null` if there is none. */
  #contextOf(request: ServerRequestInterface): RouteContext | null {
    const context = request.getAttribute(ROUTE_CONTEXT);
    // An outer application has attached its own context, which this routing must not fill in.
    return context?.collector === this.#table ? context : null;
  }

  /**
   * Routes a request and passes it on. If its context is filled in or missing, a layer has called its handler again, or
   * has dropped the attribute: then this call gets its own context, and outer layers keep theirs.
   *
   * @param known its context of this application
   * @param next `null` for the route
   */
  #route(
    request: ServerRequestInterface,
    known: RouteContext | null,
    next: RequestHandlerInterface | null,
    answer: AnswerUnrouted | null,
  ): Awaitable<ResponseInterface> {
    const isOpen = known?.isRouted === false;
    const context = isOpen ? known : new RouteContext(this.#table);
    const own = isOpen ? request : request.withAttribute(ROUTE_CONTEXT, context);
    const routed = this.#fill(own, context, next === null, isOpen || known === null);
    return this.#respond(routed, context, next, answer);
  }

  /**
   * Fills in the context of a request.
   *
   * @param innermost whether routing was not placed by `addRoutingMiddleware`
   * @param isFirst whether the context becomes a value of the request's lifetime
   * @returns the request, as the variant decorates it
   */
  #fill(
    request: ServerRequestInterface,
    context: RouteContext,
    innermost: boolean,
    isFirst: boolean,
  ): ServerRequestInterface {
    const table = this.#table;
    table.search(context, request.getMethod(), requestPath(request), innermost);
    (context as Fillable).request = request;
    if (isFirst) {
      const lifetime = request.getLifetime();
      const known = lifetime.getValue(ROUTED);
      // Of nested applications the context of the innermost one stays: it routes last. Within one application the first stays.
      if (!(known instanceof RouteContext) || known.collector !== table) {
        lifetime.setValue(ROUTED, context);
      }
    }
    return table.variant.withRoute?.(request, context) ?? request;
  }

  #respond(
    request: ServerRequestInterface,
    context: RouteContext,
    next: RequestHandlerInterface | null,
    answer: AnswerUnrouted | null,
  ): Awaitable<ResponseInterface> {
    const { registered, unrouted } = context;
    // A layer outside has called its handler again: the error of its earlier call is not that of this one.
    if (errorOf(request) !== null) noteError(request, null);
    if (unrouted !== null) return this.#answerUnrouted(request, unrouted, answer);
    // A context of this application contains routes of this application, which are request handlers.
    return next === null
      ? (registered as RouteInterface & RoutedHandler).handle(request, context)
      : next.handle(request);
  }

  /**
   * Responds to a request without a route.
   *
   * @param answer that of the outer layers
   * @throws {HttpException} if `answer` is `null`
   */
  #answerUnrouted(
    request: ServerRequestInterface,
    found: UnroutedResult,
    answer: AnswerUnrouted | null,
  ): Awaitable<ResponseInterface> {
    const { variant, notFound } = this.#table;
    if (found.kind === 'not-found' && notFound !== null) return notFound.handle(request);
    let result = found;
    const exception = (): HttpException =>
      unroutedError(request, result, () => this.#nearRoutes(request));
    if (variant.unrouted !== undefined) {
      return checkVariant(variant.unrouted(request, result, exception));
    }
    if (result.kind === 'method-not-allowed') {
      const allowed = withHead(result.allowed);
      if (request.getMethod() === 'OPTIONS') return optionsResponse(this.#factories, allowed);
      result = { kind: result.kind, allowed };
    }
    if (answer === null) throw exception();
    return answer(request, result, exception);
  }

  /** Returns every route with the reason why it does not match: those that share most of the path first. */
  #nearRoutes(request: ServerRequestInterface): readonly NearRoute[] {
    const path = request.getUri().getPath();
    return this.#table
      .explain(request.getMethod(), path)
      .map(({ route: { methods, pattern }, reason }) => ({ methods, pattern, reason }))
      .sort((one, other) => inCommon(other.pattern, path) - inCommon(one.pattern, path));
  }
}

const checkVariant = responseCheck('the variant, for a request without a route,');

/** Returns the length of the common prefix of two texts. */
function inCommon(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
