import { catchAwaitable, finallyAwaitable, isThenable } from '@mortise/base';
import { FACTORIES } from '@mortise/base/keys';
import {
  attachBodyParser,
  attachedBodyParser,
  type AttachedParser,
  isKept,
  withNotedMarks,
} from '@mortise/base/message';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ErrorResponder } from '../errors/error-responder.js';
import { notPrepared } from '../misuse/wrong-calls.js';
import { applicationLayers } from '../middleware/application-layers.js';
import { isRequest } from '../is-request.js';
import { LayerStack } from '../middleware/layer-stack.js';
import { AppError } from '../app-error.js';
import { errorResponse } from '../errors/error-response.js';
import { noteCause } from '../errors/note-cause.js';
import { ensureResponse, type ResultCheck, resultCheck } from '../result-check.js';
import { inTime } from '../handler-time.js';
import type { RouteList } from '../routing/route-list.js';
import type { Routing } from '../routing/routing.js';
import type { VariantTypes } from '../variant-types.js';
import { dropsBody, withoutBody } from '../head-response.js';

/**
 * Runs a request through an application: prepares it, passes it through the layers to its route, finishes the response.
 */
export class Pipeline<T extends VariantTypes>
  extends LayerStack<T>
  implements RequestHandlerInterface
{
  readonly #routes: RouteList<T>;
  readonly #checkFinished: ResultCheck;
  readonly #routing: Routing<T>;
  readonly #catchAll: ErrorResponder | null;
  #stack: RequestHandlerInterface | null = null;
  /** The name of the outermost layer; not used without layers, because routes check their results. */
  #outermost = '';

  /**
   * @param catchAll responds to errors thrown by a layer or the routes; `null` if they pass through all layers and
   *   `handle` throws them
   */
  constructor(routes: RouteList<T>, routing: Routing<T>, catchAll: ErrorResponder | null) {
    super(routes);
    this.#routes = routes;
    this.#checkFinished = resultCheck('finish() of the variant', routes.factories);
    this.#routing = routing;
    this.#catchAll = catchAll;
  }

  protected override get place(): string {
    return '';
  }

  /** Discards the composed stack; the next request composes it again. */
  override layersChanged(): void {
    this.#stack = null;
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    let prepared: Awaitable<ServerRequestInterface>;
    try {
      // A variant that parses bodies itself removes the listener.
      this.#routes.mistakes?.ofRequest(request);
      prepared = this.#routes.variant.prepare?.(request) ?? request;
    } catch (error) {
      return this.#recoverOutermost(error, request);
    }
    return isThenable(prepared)
      ? this.#enterLater(prepared, request)
      : this.#enter(prepared, request);
  }

  // Code that waits for a promise is in separate methods: a function that contains closures allocates their context on
  // every call.

  #enterLater(
    prepared: PromiseLike<ServerRequestInterface>,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    return prepared.then(
      (ready) => this.#enter(ready, request),
      (error: unknown) => this.#recoverOutermost(error, request),
    );
  }

  /** @param prepared what the variant's `prepare` returned */
  #enter(
    prepared: ServerRequestInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    if (prepared !== request && !isRequest(prepared))
      return this.#recoverOutermost(notPrepared(prepared), request);
    const outer = attachedBodyParser(prepared);
    return outer === null ? this.#throughLayers(prepared) : this.#enterNested(prepared, outer);
  }

  /** Restores the body parser of an outer application afterwards, because it can continue with the request. */
  #enterNested(
    request: ServerRequestInterface,
    outer: AttachedParser,
  ): Awaitable<ResponseInterface> {
    return finallyAwaitable(
      () => this.#throughLayers(request),
      () => {
        attachBodyParser(request, outer);
      },
    );
  }

  /**
   * Passes the request through all layers. Errors of the outermost layer, or from outside any layer, become responses
   * here.
   */
  #throughLayers(prepared: ServerRequestInterface): Awaitable<ResponseInterface> {
    const { factories, variant } = this.#routes;
    const lifetime = prepared.getLifetime();
    if (lifetime.getValue(FACTORIES) !== factories) lifetime.setValue(FACTORIES, factories);
    const request = this.#routing.attach(prepared);
    let response: Awaitable<ResponseInterface>;
    try {
      const isRouted = variant.routesFirst === true;
      const match = isRouted ? this.#routing.route(request, 'early') : null;
      response = (this.#stack ??= this.#compose()).handle(match?.request ?? request);
    } catch (error) {
      return this.#recoverOutermost(error, request);
    }
    return isThenable(response)
      ? this.#finishLater(response, request)
      : this.#finish(response, request);
  }

  #finishLater(
    response: PromiseLike<ResponseInterface>,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    // What the outermost layer returned is not checked yet: its `then` may return nothing.
    return Promise.resolve(response).then(
      (late) => {
        try {
          ensureResponse(late, this.#outermost, request);
        } catch (error) {
          return this.#recoverOutermost(error, request);
        }
        return this.#finish(late, request);
      },
      (error: unknown) => this.#recoverOutermost(error, request),
    );
  }

  #compose(): RequestHandlerInterface {
    const layers = this.layers();
    const { variant, mistakes, lost } = this.#routes;
    this.#outermost = layers.at(-1)?.name ?? '';
    return applicationLayers(layers, {
      routes: (answerUnrouted) => this.#routing.end(answerUnrouted),
      // If the variant handles errors, all layers see them first.
      guard: variant.failed === undefined ? this.#catchAll : null,
      mistakes,
      lost,
    });
  }

  #recoverOutermost(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const response = this.#responseTo(error, request);
    if (!isThenable(response)) return this.#finish(response, request);
    return response.then((late) => this.#finish(late, request));
  }

  #responseTo(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const { variant, factories } = this.#routes;
    if (variant.failed === undefined) return this.#caught(error, request);
    const check = resultCheck('the variant, for an error,', factories);
    const handle = () => variant.failed?.(error, request) as Awaitable<ResponseInterface>;
    return catchAwaitable(
      () => errorResponse(request, error, () => inTime({ handle }, check).handle(request)),
      (failure) => {
        noteCause(failure, error);
        return this.#caught(failure, request);
      },
    );
  }

  /** Applies the default error handling, outside all layers. */
  #caught(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    if (this.#catchAll === null) throw error;
    return this.#catchAll.recover(error, request);
  }

  #finish(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    const { variant, factories, mistakes } = this.#routes;
    if (response.hasHeader('Set-Cookie') && isKept(response, request, true))
      return this.#caught(AppError.keptResponse('the application'), request);
    const marked = withNotedMarks(response, request);
    mistakes?.ofResponse(marked, request);
    const finished = variant.finish === undefined ? marked : this.#finishByVariant(marked, request);
    return dropsBody(request) ? withoutBody(finished, factories) : finished;
  }

  #finishByVariant(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    return catchAwaitable(
      () => {
        const { variant } = this.#routes;
        const finished = variant.finish?.(response, request) as Awaitable<ResponseInterface>;
        return this.#checkFinished(finished, request);
      },
      (error) => this.#caught(error, request),
    );
  }
}
