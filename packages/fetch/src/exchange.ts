import { catchAwaitable, isThenable, statusOf } from '@mortise/base';
import { type BodyWatcher, errorEvent, errorFields, isAbandoned } from '@mortise/base/adapter';
import {
  closeUnsent,
  HANDLER_TIMER,
  type HandlerTimer,
  isResponse,
  noResponseText,
  type TimedLifetime,
} from '@mortise/base/message';
import type {
  ErrorEvent,
  RequestEnd,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { AdapterCore } from './adapter-core.js';
import { isClientGone, isEndOfWaiting, isOfHead } from './error-kinds.js';
import { FetchAdapterError } from './fetch-adapter-error.js';
import { HandlerClock, type Measured } from './handler-clock.js';
import type { FetchRequestSource } from './request/request-source.js';
import { type RequestContext, requestContext } from './request-context.js';
import { endOfTurn } from './response/end-of-turn.js';
import { errorResponse, keptHeaders, plainText } from './response/error-response.js';
import type { OutgoingBodyWatcher } from './response/outgoing-body.js';
import { emit } from './response/to-response.js';

/**
 * One request, from just before its handler is called to the end of its lifetime. Cleanups receive it as
 * {@link RequestEnd}.
 */
export class Exchange
  implements OutgoingBodyWatcher, BodyWatcher, HandlerTimer, Measured, Omit<RequestEnd, 'time'>
{
  /** The status of the response; `null` until there is one. */
  status: number | null = null;
  /** The error that the response reports; `null` if there isn't one. */
  error: unknown = null;
  readonly #core: AdapterCore;
  readonly #request: ServerRequestInterface;
  readonly #lifetime: TimedLifetime;
  readonly #source: FetchRequestSource;
  readonly #head: boolean;
  /** Bytes of the body that were passed to the platform, except those of {@link #text}. */
  #bytes = 0;
  /** A body of text, whose bytes are counted on demand. */
  #text = '';
  /** Measures an asynchronous handler, and stops while a read of the request body waits. `null` until it is needed. */
  #clock: HandlerClock | null = null;
  /** Resolves the promise that was returned to the platform, while the handler's response is awaited. */
  #resolve: ((response: Response | Promise<Response>) => void) | null = null;
  /** The signal of the native request, while the exchange listens to it. */
  #signal: AbortSignal | null = null;
  /** The body that is being sent. */
  #body: StreamInterface | null = null;
  /** Reads the first chunk of the body; `null` if it is in memory. */
  #begin: (() => Promise<void>) | null = null;
  /** The context in which the platform reads the body; most responses need none. */
  #context: RequestContext | null = null;
  #over = false;

  constructor(core: AdapterCore, request: ServerRequestInterface, source: FetchRequestSource) {
    this.#core = core;
    this.#request = request;
    this.#source = source;
    this.#head = source.method === 'HEAD';
    this.#lifetime = request.getLifetime();
    this.#lifetime[HANDLER_TIMER] = this;
    source.bodyWatcher = this;
    core.open?.add(this.#lifetime);
  }

  get bytes(): number {
    return this.#bytes + new TextEncoder().encode(this.#text).byteLength;
  }

  /** Waits for the response of an asynchronous handler. A response after the timeout is discarded. */
  respondLater(result: Promise<ResponseInterface>): Promise<Response> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      result.then(
        (response) => {
          if (this.#over) discard(response);
          else this.#settle(() => this.respond(response));
        },
        (error: unknown) => {
          if (this.#over) this.reportLate(error);
          else this.#settle(() => this.fail(error, 'handler'));
        },
      );
      this.#measured().start(this);
    });
  }

  /** Converts the handler's response. A streamed body that fails at its beginning is an error like the handler's. */
  respond(response: ResponseInterface): Response | Promise<Response> {
    let phase: ErrorEvent['phase'] = 'handler';
    try {
      if (!isResponse(response)) throw notAResponse(response);
      phase = 'response';
      this.#body = response.getBody();
      this.status = response.getStatusCode();
      const made = emit(response, this.#head ? this.#request : null, this);
      // Not needed if the whole body has been passed already.
      if (!this.#over) {
        this.#context = requestContext();
        this.listen();
      }
      const begin = this.#begin;
      if (begin === null) return made;
      return Promise.race([begin(), endOfTurn()]).then(
        () => made,
        (error: unknown) => this.#failInstead(response, error, 'response'),
      );
    } catch (error) {
      return this.#failInstead(response, error, phase);
    }
  }

  /** Responds to an error instead of the handler. */
  #failInstead(response: ResponseInterface, error: unknown, phase: ErrorEvent['phase']): Response {
    this.status = null;
    discard(response);
    return this.fail(error, phase, isResponse(response) ? keptHeaders(response) : null);
  }

  /**
   * Responds to an error with its `status`, or 500.
   *
   * @param kept headers of the response that it replaces; `null` for none
   */
  fail(error: unknown, phase: ErrorEvent['phase'], kept: Headers | null = null): Response {
    const status = statusOf(error) ?? 500;
    if (!this.#over) {
      const isReported = status >= 500 && !isAbandoned(error, this.#lifetime);
      if (isReported || isOfHead(error)) this.#report(error, phase);
      this.status = status;
      this.error = error;
      if (!this.#head) this.#text = plainText(status);
    }
    if (isEndOfWaiting(error)) this.#abort(error);
    else this.ended();
    const onInvalid = (invalid: unknown): void => {
      this.#report(invalid, 'response');
    };
    const headers = errorFields(error, this.#lifetime);
    return errorResponse(status, headers, this.#head, onInvalid, kept);
  }

  bodyWaits(): void {
    this.#measured().bodyWaits();
  }

  bodyRests(): void {
    this.#measured().bodyRests();
  }

  get responder(): ((error: Error) => void) | null {
    return this.#clock?.outer.responder ?? null;
  }

  onTimeout(...limit: Parameters<HandlerTimer['onTimeout']>): void {
    this.#measured().onTimeout(...limit);
  }

  endLimit(responder: (error: Error) => void): void {
    this.#clock?.endLimit(responder);
  }

  reportLate(error: unknown): void {
    if (!isAbandoned(error, this.#lifetime)) this.#report(error, 'handler');
  }

  runInContext<Result>(run: () => Result): Result {
    return this.#context === null ? run() : this.#context.runInAsyncScope(run, undefined);
  }

  streams(begin: () => Promise<void>): void {
    this.#begin = begin;
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
    // Reported whatever its status, which the client does not receive: the response has begun.
    if (!isClientGone(error)) this.#report(error, 'response');
    this.#leave({ reason: error });
  }

  cancelled(reason: unknown): void {
    const abort = (): void => {
      this.#abort(FetchAdapterError.clientGone(reason));
    };
    if (this.#context === null && this.#clock !== null) this.#clock.runLater(abort);
    else this.runInContext(abort);
  }

  /** Called when the signal of the native request aborts. */
  handleEvent(): void {
    this.cancelled(this.#signal?.reason);
  }

  /**
   * Listens to the signal of the request, once, unless the exchange has ended. Only called if the handler is still
   * running after a tick, or a body is streamed: the platform creates the signal on first access, and Deno then aborts
   * it after every response, which takes longer than the rest.
   */
  listen(): void {
    if (this.#over || this.#signal !== null) return;
    // On some platforms, incoming requests have no signal.
    const signal = this.#source.native.signal as AbortSignal | null | undefined;
    if (signal == null) return;
    this.#signal = signal;
    if (signal.aborted) this.handleEvent();
    else signal.addEventListener('abort', this);
  }

  /** Ends the wait for the handler with a response, unless it has already ended. */
  #settle(respond: () => Response | Promise<Response>): void {
    const resolve = this.#resolve;
    this.#resolve = null;
    this.#clock?.end();
    if (resolve !== null) resolve(respond());
  }

  /** Responds instead of the handler, whose response is no longer awaited. */
  giveUp(reason: FetchAdapterError): void {
    this.#settle(() => this.fail(reason, 'handler'));
  }

  #measured(): HandlerClock {
    const { timeouts, limits } = this.#core;
    return (this.#clock ??= new HandlerClock(timeouts, limits.handlerTimeout));
  }

  #report(error: unknown, phase: ErrorEvent['phase']): void {
    const status = this.status ?? statusOf(error) ?? 500;
    this.#core.report(error, errorEvent(phase, status, this.#source, this.#request));
  }

  #abort(reason: FetchAdapterError): void {
    const body = this.#body;
    this.#leave({ reason });
    if (body !== null) closeUnsent(body);
    this.giveUp(reason);
  }

  /**
   * Ends the exchange, once.
   *
   * @param aborted why the lifetime is aborted; `null` if it ends normally
   */
  #leave(aborted: { readonly reason: unknown } | null): void {
    if (this.#over) return;
    this.#over = true;
    this.#body = null;
    this.#core.open?.delete(this.#lifetime);
    this.#signal?.removeEventListener('abort', this);
    try {
      const late = this.#clock?.timeout ?? null;
      const why = aborted ?? (late && { reason: late });
      const ending =
        why === null ? this.#lifetime.end(this) : this.#lifetime.abort(why.reason, this);
      if (isThenable(ending)) this.#finish(ending);
    } catch (error) {
      this.#report(error, 'cleanup');
    }
  }

  /** Waits for asynchronous cleanups. */
  #finish(ending: PromiseLike<void>): void {
    const cleanedUp = Promise.resolve(ending).catch((error: unknown) => {
      this.#report(error, 'cleanup');
    });
    const { waitUntil } = this.#core;
    void catchAwaitable<unknown>(
      () => waitUntil?.(cleanedUp, ...this.#source.platform),
      (error) => {
        this.#report(error, 'cleanup');
      },
    );
  }
}

function notAResponse(value: unknown): FetchAdapterError {
  return new FetchAdapterError('RESPONSE_INVALID', noResponseText('the handler', value), 500);
}

/** Closes the body of a response that is not sent. The value need not be a response. */
function discard(response: ResponseInterface): void {
  try {
    closeUnsent(response.getBody());
  } catch {
    return;
  }
}
