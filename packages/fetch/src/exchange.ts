import { headersOf, isThenable, statusOf } from '@mortise/base';
import { type BodyWatcher, errorEvent, handleTraced, RESPONSE_GRACE } from '@mortise/base/adapter';
import type {
  ErrorEvent,
  RequestEnd,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { HANDLER_TIMER, type HandlerTimer, type TimedLifetime } from '@mortise/base/message';
import { isAbandonedHere, isEndOfWaiting, isOfHead } from './error-kinds.js';
import { FetchAdapterError } from './fetch-adapter-error.js';
import { HandlerClock } from './handler-clock.js';
import type { ExchangeHost } from './exchange-host.js';
import type { FetchRequestSource } from './request/request-source.js';
import { AwaitedResponse } from './awaited-response.js';
import { inOwnContext, type RequestContext, requestContext } from './request-context.js';
import { RequestSignal } from './request-signal.js';
import { errorResponse, plainText } from './response/error-response.js';
import { assertResponse, discard } from './response/handled-response.js';
import type { OutgoingBodyWatcher } from './response/outgoing-body.js';
import { emit } from './response/to-response.js';
import { SHARED_FROM } from './timeouts.js';

/**
 * One request and its response, until the end of the lifetime. It is also the {@link RequestEnd} that
 * cleanups receive.
 */
export class Exchange implements OutgoingBodyWatcher, BodyWatcher, HandlerTimer, RequestEnd {
  /** The status of the response; `null` until there is one. */
  status: number | null = null;
  /** The error that the response is for; `null` for none. */
  error: unknown = null;
  readonly #host: ExchangeHost;
  /** The arguments that the platform passed after the request. */
  readonly #platform: readonly unknown[];
  readonly #source: FetchRequestSource;
  #request: ServerRequestInterface | null = null;
  #phase: ErrorEvent['phase'] = 'request';
  /** Bytes of the body that were passed to the platform, except those of {@link #text}. */
  #bytes = 0;
  /** Text is measured on demand. */
  #text = '';
  readonly #head: boolean;
  readonly #native: Request;
  /** Where the platform reads a body: most responses need none. */
  #context: RequestContext | null = null;
  /** Measures the handler, from the first tick on; the reader of the request's body stops it. Most handlers need none. */
  #clock: HandlerClock | null = null;
  /** Whether a read of the request's body waits. */
  #bodyWaits = false;
  /** Of the native request, while the exchange listens to it. */
  #signal: RequestSignal | null = null;
  /** The response of an asynchronous handler, from when it is waited for. */
  #awaited: AwaitedResponse | null = null;
  /** Responds when the time of the handler is up. */
  responder: ((error: Error) => void) | null = null;
  /** The body that is being sent. */
  #body: StreamInterface | null = null;
  #over = false;

  constructor(
    host: ExchangeHost,
    native: Request,
    source: FetchRequestSource,
    platform: readonly unknown[],
  ) {
    this.#host = host;
    this.#platform = platform;
    this.#source = source;
    this.#head = source.method === 'HEAD';
    this.#native = native;
  }

  get bytes(): number {
    return this.#bytes + new TextEncoder().encode(this.#text).byteLength;
  }

  /** @returns a promise only for an asynchronous handler; never throws or rejects */
  answer(handler: RequestHandlerInterface): Response | Promise<Response> {
    return inOwnContext(() => this.#answer(handler));
  }

  #answer(handler: RequestHandlerInterface): Response | Promise<Response> {
    try {
      const request = this.#host.receive(this.#source, this.#platform);
      this.#request = request;
      this.#phase = 'handler';
      const lifetime: TimedLifetime = request.getLifetime();
      lifetime[HANDLER_TIMER] = this;
      const result = handleTraced(handler, request);
      return isThenable(result) ? this.#inTime(result) : this.#respond(result);
    } catch (error) {
      return this.#fail(error);
    }
  }

  bodyWaits(): void {
    this.#bodyWaits = true;
    this.#clock?.bodyWaits();
  }

  bodyRests(): void {
    this.#bodyWaits = false;
    this.#clock?.bodyRests();
  }

  onTimeout(responder: (error: Error) => void, milliseconds?: number): void {
    this.responder = responder;
    if (milliseconds === undefined) return;
    this.#measured().allow(milliseconds);
    if (this.#awaited !== null) this.#started(this.#awaited);
  }

  reportLate(error: unknown): void {
    if (!isAbandonedHere(error)) this.#report(error, 'handler');
  }

  runInContext<Result>(run: () => Result): Result {
    return this.#context === null ? run() : this.#context.runInAsyncScope(run, undefined);
  }

  handed(part: Uint8Array | string): void {
    if (typeof part === 'string') this.#text = part;
    else this.#bytes += part.byteLength;
  }

  ended(): void {
    this.#leave(null);
  }

  failed(error: unknown): void {
    if (this.#over) return;
    if ((statusOf(error) ?? 500) >= 500) this.#report(error, 'response');
    this.#leave({ reason: error });
  }

  cancelled(reason: unknown): void {
    const abort = (): void => {
      this.#abort(FetchAdapterError.clientGone(reason));
    };
    if (this.#context === null && this.#awaited !== null) this.#awaited.runLater(abort);
    else this.runInContext(abort);
  }

  /**
   * Listens to the signal of the request, once, unless the exchange has ended. Only called when something has been
   * waited for, or a body is sent: the platform creates the signal on first access, and Deno then aborts it after
   * every response, which takes longer than the rest.
   */
  #listen(): void {
    if (this.#over || this.#signal !== null) return;
    // On some platforms incoming requests have no signal.
    const signal = this.#native.signal as AbortSignal | null | undefined;
    if (signal == null) return;
    this.#signal = new RequestSignal(signal, (reason) => {
      this.cancelled(reason);
    });
  }

  /** Waits for the response of an asynchronous handler. A response after the timeout is discarded. */
  #inTime(result: PromiseLike<ResponseInterface>): Promise<Response> {
    return new Promise((resolve) => {
      const awaited = new AwaitedResponse(resolve);
      this.#awaited = awaited;
      Promise.resolve(result).then(
        (response) => {
          if (this.#over) discard(response);
          else this.#settle(() => this.#respond(response));
        },
        (error: unknown) => {
          if (!this.#over) this.#settle(() => this.#fail(error));
          else this.reportLate(error);
        },
      );
      const { timeouts, limits } = this.#host;
      if (this.#clock !== null || limits.handlerTimeout < SHARED_FROM) this.#started(awaited);
      awaited.tick = timeouts.defer(() => {
        this.#listen();
        this.#started(awaited).arm();
      });
    });
  }

  /** The clock, which measures from now on if it did not yet. */
  #started(awaited: AwaitedResponse): HandlerClock {
    const clock = this.#measured();
    if (!clock.isStarted) {
      clock.start(() => {
        awaited.runLater(() => {
          this.#expire(awaited);
        });
      });
    }
    return clock;
  }

  /** The handler has taken too long: the application responds, if it can. */
  #expire(awaited: AwaitedResponse): void {
    const { responder } = this;
    const clock = this.#measured();
    const error = (awaited.timeout ??= FetchAdapterError.handlerTimeout(clock.limit));
    if (responder === null) {
      this.#abandon(error);
      return;
    }
    this.responder = null;
    clock.allow(RESPONSE_GRACE);
    responder(error);
  }

  /** Ends waiting for the handler with a response, unless it has ended. */
  #settle(respond: () => Response): void {
    const resolve = this.#awaited?.end();
    if (resolve === undefined) return;
    this.#clock?.end();
    resolve(respond());
  }

  #abandon(reason: FetchAdapterError): void {
    this.#settle(() => this.#fail(reason));
  }

  #measured(): HandlerClock {
    const { timeouts, limits } = this.#host;
    return (this.#clock ??= new HandlerClock(timeouts, limits.handlerTimeout, this.#bodyWaits));
  }

  #respond(response: ResponseInterface): Response {
    try {
      assertResponse(response);
      this.#phase = 'response';
      this.#body = response.getBody();
      this.status = response.getStatusCode();
      const made = emit(response, this.#head, this);
      // Unless the body has been passed whole.
      if (!this.#over) {
        this.#context = requestContext();
        this.#listen();
      }
      return made;
    } catch (error) {
      this.status = null;
      discard(response);
      return this.#fail(error);
    }
  }

  /** Responds to an error with its `status`, or 500. */
  #fail(error: unknown): Response {
    const status = statusOf(error) ?? 500;
    if (!this.#over && (status >= 500 || isOfHead(error))) this.#report(error, this.#phase);
    if (!this.#over) {
      this.status = status;
      this.error = error;
      if (!this.#head) this.#text = plainText(status);
    }
    if (isEndOfWaiting(error)) this.#abort(error);
    else this.ended();
    try {
      return errorResponse(status, this.#head, headersOf(error));
    } catch (invalid) {
      this.#report(invalid, 'response');
      return errorResponse(status, this.#head);
    }
  }

  #report(error: unknown, phase: ErrorEvent['phase']): void {
    const status = this.status ?? statusOf(error) ?? 500;
    this.#host.report(error, errorEvent(phase, status, this.#source, this.#request));
  }

  #abort(reason: FetchAdapterError): void {
    const body = this.#body;
    this.#leave({ reason });
    body?.close();
    this.#abandon(reason);
  }

  /**
   * Ends the exchange, once.
   *
   * @param aborted why the lifetime is aborted; `null` if it just ends
   */
  #leave(aborted: { readonly reason: unknown } | null): void {
    if (this.#over) return;
    this.#over = true;
    this.#body = null;
    this.#signal?.end();
    const lifetime = this.#request?.getLifetime();
    if (lifetime === undefined) return;
    try {
      const late = this.#awaited?.timeout ?? null;
      const why = aborted ?? (late && { reason: late });
      const ending = why === null ? lifetime.end(this) : lifetime.abort(why.reason, this);
      if (ending !== undefined) this.#finish(ending);
    } catch (error) {
      this.#report(error, 'cleanup');
    }
  }

  /** Waits for asynchronous cleanups. */
  #finish(ending: PromiseLike<void>): void {
    const cleanedUp = Promise.resolve(ending).catch((error: unknown) => {
      this.#report(error, 'cleanup');
    });
    this.#host.waitUntil?.(cleanedUp, ...this.#platform);
  }
}
