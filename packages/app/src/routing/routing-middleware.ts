import { markPassesErrors } from '@mortise/base';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';
import type { VariantTypes } from '../variant-types.js';
import type { RequestRouting } from './request-routing.js';

/** Routes the request at its place, so that the inner layers know the route. */
export class RoutingMiddleware<T extends VariantTypes> implements MiddlewareInterface {
  readonly #routing: RequestRouting<T>;
  readonly #unrouted: AnswerUnrouted | null;

  /** @param unrouted that of the outer layers; `null` if the exception has to be thrown */
  constructor(routing: RequestRouting<T>, unrouted: AnswerUnrouted | null) {
    this.#routing = routing;
    this.#unrouted = unrouted;
  }

  static {
    markPassesErrors(this.prototype);
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
      : routing.answerUnrouted(routed, unrouted, this.#unrouted);
  }
}
