import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { HttpException } from '../errors/http-exception.js';
import {
  HttpBadRequestException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
} from '../errors/http-exceptions.js';
import { withoutStack } from '../errors/without-stack.js';
import type { VariantTypes } from '../variant/types.js';
import type { RouteCollector } from './route-collector.js';
import type { RouteContext } from './route-context.js';
import type { RouteInterface } from './route-interface.js';
import type { UnroutedResult } from './routing-result.js';

/** Routes the request where it stands, so that the layers inside know the route. */
export class RoutingMiddleware<T extends VariantTypes> implements MiddlewareInterface {
  readonly #collector: RouteCollector<T>;

  constructor(collector: RouteCollector<T>) {
    this.#collector = collector;
  }

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    const context = this.#collector.route(request);
    const routed = this.#collector.attach(request, context);
    return context.result.kind === 'found'
      ? handler.handle(routed)
      : thrown(answerUnrouted(this.#collector, routed, context.result));
  }
}

/** The kernel of an application: hands the request to its route, and routes it when nobody has. */
export class RouteRunner<T extends VariantTypes> implements RequestHandlerInterface {
  readonly #collector: RouteCollector<T>;

  constructor(collector: RouteCollector<T>) {
    this.#collector = collector;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    return thrown(this.attempt(request));
  }

  /** As {@link handle}, but gives the error of a request that reached no route: throwing it is dear. */
  attempt(request: ServerRequestInterface): Awaitable<ResponseInterface> | HttpException {
    const known = this.#collector.contextOf(request);
    if (known !== null) return this.#answer(request, known);
    const context = this.#collector.route(request);
    return this.#answer(this.#collector.attach(request, context), context);
  }

  #answer(
    request: ServerRequestInterface,
    { result }: RouteContext,
  ): Awaitable<ResponseInterface> | HttpException {
    // A context of this collector holds routes of this collector: they handle requests.
    return result.kind === 'found'
      ? (result.route as RouteInterface & RequestHandlerInterface).handle(request)
      : answerUnrouted(this.#collector, request, result);
  }
}

function answerUnrouted<T extends VariantTypes>(
  { variant }: RouteCollector<T>,
  request: ServerRequestInterface,
  result: UnroutedResult,
): Awaitable<ResponseInterface> | HttpException {
  return variant.unrouted === undefined
    ? withoutStack(() => unroutedError(request, result))
    : variant.unrouted(request, result);
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
