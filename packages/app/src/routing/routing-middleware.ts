import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { withHead } from '@mortise/router';
import type { HttpException } from '../errors/http-exception.js';
import {
  HttpBadRequestException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
} from '../errors/http-exceptions.js';
import { withoutStack } from '../errors/without-stack.js';
import type { VariantTypes } from '../variant/types.js';
import type { RouteInterface, UnroutedResult } from './contract.js';
import type { RequestRouting } from './request-routing.js';
import type { RouteContext } from './route-context.js';

/** Routes the request at its place, so that the inner layers know the route. */
export class RoutingMiddleware<T extends VariantTypes> implements MiddlewareInterface {
  readonly #routing: RequestRouting<T>;

  constructor(routing: RequestRouting<T>) {
    this.#routing = routing;
  }

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    const routing = this.#routing;
    const known = routing.contextOf(request);
    const fresh = known?.isRouted === false ? known : null;
    const routed =
      fresh === null
        ? routing.routeApart(request, known, false)
        : routing.fill(request, fresh, false);
    const unrouted = (fresh ?? routing.contextOf(routed))?.unrouted ?? null;
    return unrouted === null
      ? handler.handle(routed)
      : thrown(answerUnrouted(routing, routed, unrouted));
  }
}

/** The kernel of an application: passes the request to its route, and routes it if no layer has. */
export class RouteRunner<T extends VariantTypes> implements RequestHandlerInterface {
  readonly #routing: RequestRouting<T>;

  constructor(routing: RequestRouting<T>) {
    this.#routing = routing;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    return thrown(this.attempt(request));
  }

  /** Like {@link handle}, but returns the error for an unmatched request instead of throwing it, because throwing is expensive. */
  attempt(request: ServerRequestInterface): Awaitable<ResponseInterface> | HttpException {
    const routing = this.#routing;
    const known = routing.contextOf(request);
    if (known?.isRouted === false) return this.#respond(routing.fill(request, known, true), known);
    // Filled in outside: by `addRoutingMiddleware`, or before all layers.
    if (known?.isInnermost === false) return this.#respond(request, known);
    const routed = routing.routeApart(request, known, true);
    return this.#respond(routed, routing.contextOf(routed) as RouteContext);
  }

  #respond(
    request: ServerRequestInterface,
    { registered, unrouted }: RouteContext,
  ): Awaitable<ResponseInterface> | HttpException {
    // A context of this application holds routes of this application: they handle requests.
    return registered === null
      ? answerUnrouted(this.#routing, request, unrouted as UnroutedResult)
      : (registered as RouteInterface & RequestHandlerInterface).handle(request);
  }
}

function answerUnrouted<T extends VariantTypes>(
  { factories, variant }: RequestRouting<T>,
  request: ServerRequestInterface,
  result: UnroutedResult,
): Awaitable<ResponseInterface> | HttpException {
  if (variant.unrouted !== undefined) return variant.unrouted(request, result);
  if (result.kind !== 'method-not-allowed')
    return withoutStack(() => unroutedError(request, result));
  const allowed = withHead(result.allowed);
  // A question, and no error: RFC 9110 9.3.7.
  return request.getMethod() === 'OPTIONS'
    ? factories.createResponse(204).withHeader('Allow', allowed.join(', '))
    : withoutStack(() => unroutedError(request, { ...result, allowed }));
}

function thrown(
  answer: Awaitable<ResponseInterface> | HttpException,
): Awaitable<ResponseInterface> {
  if (answer instanceof Error) throw answer;
  return answer;
}

/** The error that says why a request reached no route. */
export function unroutedError(
  request: ServerRequestInterface,
  result: UnroutedResult,
): HttpBadRequestException | HttpMethodNotAllowedException | HttpNotFoundException {
  switch (result.kind) {
    case 'not-found':
      return new HttpNotFoundException(request);
    case 'method-not-allowed':
      return new HttpMethodNotAllowedException(request).setAllowedMethods(result.allowed);
    case 'bad-path':
      return new HttpBadRequestException(
        request,
        'The path holds NUL, a backslash, a broken escape, or bytes that are not UTF-8.',
      );
  }
}
