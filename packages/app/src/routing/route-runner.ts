import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AnswerUnrouted, UnroutedResult } from '../errors/contract.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteInterface } from './contract.js';
import type { RequestRouting } from './request-routing.js';
import type { RouteContext, RoutedHandler } from './route-context.js';

/** The innermost handler of an application: passes the request to its route, and routes it if no layer has. */
export class RouteRunner<T extends VariantTypes> implements RequestHandlerInterface {
  readonly #routing: RequestRouting<T>;
  readonly #unrouted: AnswerUnrouted | null;

  /** @param unrouted that of the outer layers; `null` if the exception has to be thrown */
  constructor(routing: RequestRouting<T>, unrouted: AnswerUnrouted | null) {
    this.#routing = routing;
    this.#unrouted = unrouted;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const routing = this.#routing;
    const known = routing.contextOf(request);
    if (known?.isRouted === false) return this.#respond(routing.fill(request, known, true), known);
    // Filled in earlier: by `addRoutingMiddleware`, or before all layers.
    if (known?.isInnermost === false) return this.#respond(request, known);
    const routed = routing.routeApart(request, known, true);
    return this.#respond(routed, routing.contextOf(routed) as RouteContext);
  }

  #respond(request: ServerRequestInterface, context: RouteContext): Awaitable<ResponseInterface> {
    const { registered, unrouted } = context;
    // A context of this application contains routes of this application, which are request handlers.
    return registered === null
      ? this.#routing.answerUnrouted(request, unrouted as UnroutedResult, this.#unrouted)
      : (registered as RouteInterface & RoutedHandler).handle(request, context);
  }
}
