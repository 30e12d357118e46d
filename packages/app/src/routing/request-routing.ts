import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  RoutedKey,
  ServerRequestInterface,
} from '@mortise/http-message';
import { withHead } from '@mortise/router';
import type { AnswerUnrouted, NearRoute, UnroutedResult } from '../errors/contract.js';
import type { HttpException } from '../errors/http-exception.js';
import { optionsResponse, unroutedError } from '../errors/unrouted.js';
import { requestPath } from '../request-path.js';
import { responseCheck } from '../response-check.js';
import type { Variant } from './variant.js';
import type { VariantTypes } from '../variant-types.js';
import { type Fillable, ROUTE_CONTEXT, RouteContext } from './route-context.js';
import type { RouteTable } from './route-table.js';

/** The result of routing, as a value of a request's lifetime: for adapters and middleware of other packages. */
const ROUTED: RoutedKey = 'mortise.routed';

/** Routes requests in a route table: attaches a context first, which routing fills in. */
export class RequestRouting<T extends VariantTypes> {
  readonly factories: HttpFactoriesInterface;
  readonly #table: RouteTable<T>;

  constructor(table: RouteTable<T>, factories: HttpFactoriesInterface) {
    this.#table = table;
    this.factories = factories;
  }

  get variant(): Variant<T> {
    return this.#table.variant;
  }

  /** Attaches the context that routing fills in to a request. */
  enter(request: ServerRequestInterface): ServerRequestInterface {
    return request.withAttribute(ROUTE_CONTEXT, new RouteContext(this.#table));
  }

  /** Returns the context that this application attached to a request; `null` if there is none. */
  contextOf(request: ServerRequestInterface): RouteContext | null {
    const context = request.getAttribute(ROUTE_CONTEXT);
    // An outer application has attached its own context, which this routing must not fill in.
    return context?.collector === this.#table ? context : null;
  }

  /**
   * Fills in the context of a request that has not been routed yet, and sets it as a value of the request's lifetime.
   *
   * @param innermost whether routing was not placed by `addRoutingMiddleware`
   * @returns the request, as the variant decorates it
   */
  fill(
    request: ServerRequestInterface,
    context: RouteContext,
    innermost: boolean,
  ): ServerRequestInterface {
    const table = this.#table;
    this.#search(request, context, innermost);
    const lifetime = request.getLifetime();
    const known = lifetime.getValue(ROUTED);
    // Of nested applications the context of the innermost one stays: it routes last. Within one application the first stays.
    if (known === undefined || !(known instanceof RouteContext) || known.collector !== table) {
      lifetime.setValue(ROUTED, context);
    }
    return table.variant.withRoute?.(request, context) ?? request;
  }

  /**
   * Routes a request without a context to fill in: a layer has called its handler again, or has dropped the
   * attribute. This call gets its own context, and outer layers keep theirs.
   *
   * @param known its context of this application, filled in; `null` if it has none
   * @returns the request with its own context
   */
  routeApart(
    request: ServerRequestInterface,
    known: RouteContext | null,
    innermost: boolean,
  ): ServerRequestInterface {
    const table = this.#table;
    const context = new RouteContext(table);
    const copy = request.withAttribute(ROUTE_CONTEXT, context);
    if (known === null) return this.fill(copy, context, innermost);
    this.#search(copy, context, innermost);
    return table.variant.withRoute?.(copy, context) ?? copy;
  }

  /**
   * Responds to a request without a route.
   *
   * @param answer that of the outer layers
   * @throws {HttpException} if `answer` is `null`
   */
  answerUnrouted(
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
      if (request.getMethod() === 'OPTIONS') return optionsResponse(this.factories, allowed);
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

  #search(request: ServerRequestInterface, context: Fillable, innermost: boolean): void {
    this.#table.search(context, request.getMethod(), requestPath(request), innermost);
    context.request = request;
  }
}

const checkVariant = responseCheck('the variant, for a request without a route,');

/** Returns the length of the common prefix of two texts. */
function inCommon(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
