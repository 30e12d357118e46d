import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  RoutedKey,
  ServerRequestInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { withHead } from '@mortise/router';
import type { AnswerUnrouted, NearRoute, UnroutedResult } from '../errors/contract.js';
import type { HttpException } from '../errors/http-exception.js';
import { optionsResponse, unroutedError } from '../errors/unrouted.js';
import { responseCheck } from '../response-check.js';
import type { Variant } from '../variant/contract.js';
import type { VariantTypes } from '../variant/types.js';
import { type Fillable, ROUTE_CONTEXT, RouteContext } from './route-context.js';
import type { RouteTable } from './route-table.js';

/** What routing found, among the values of a request's lifetime: for adapters and middleware of other packages. */
const ROUTED: RoutedKey = 'mortise.routed';

/** The way of a request into a table of routes: its context, attached first and filled in by routing. */
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

  /** Attaches to a request the context that routing fills in. */
  enter(request: ServerRequestInterface): ServerRequestInterface {
    return request.withAttribute(ROUTE_CONTEXT, new RouteContext(this.#table));
  }

  /** The context that this application attached to a request; `null` when it attached none. */
  contextOf(request: ServerRequestInterface): RouteContext | null {
    const context = request.getAttribute(ROUTE_CONTEXT);
    // An application around this one has attached its own, which is not for our routing.
    return context?.collector === this.#table ? context : null;
  }

  /**
   * Fills in the context of a request that was not routed yet, and shows it on the request's lifetime.
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
    // Of nested applications the innermost one's stays: it routes last. Of one application the first stays.
    if (known === undefined || !(known instanceof RouteContext) || known.collector !== table) {
      lifetime.setValue(ROUTED, context);
    }
    return table.variant.withRoute?.(request, context) ?? request;
  }

  /**
   * Routes a request that has no context to fill in: a layer has called its handler again, or has dropped the
   * attribute. This call gets its own context, and outer layers keep the one that they have.
   *
   * @param known its context of this application, filled in; `null` when it has none
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
   * Answers a request that reached no route.
   *
   * @param answer of the layers outside
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

  /** Every route with the reason why it does not match: those that have most of the path in common first. */
  #nearRoutes(request: ServerRequestInterface): readonly NearRoute[] {
    const path = request.getUri().getPath();
    return this.#table
      .explain(request.getMethod(), path)
      .map(({ route: { methods, pattern }, reason }) => ({ methods, pattern, reason }))
      .sort((one, other) => inCommon(other.pattern, path) - inCommon(one.pattern, path));
  }

  #search(request: ServerRequestInterface, context: Fillable, innermost: boolean): void {
    const uri = request.getUri();
    this.#table.search(context, request.getMethod(), canonicalPath(uri.getPath()), innermost);
    context.uri = uri;
  }
}

const checkVariant = responseCheck('the variant, for a request without a route,');

/** How many characters two texts have in common at their beginning. */
function inCommon(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
