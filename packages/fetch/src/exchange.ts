import { headersOf, isAbort, isThenable, quote, statusOf } from '@mortise/base';
import { errorEvent } from '@mortise/base/adapter';
import type {
  Awaitable,
  ErrorEvent,
  RequestEnd,
  RequestHandlerInterface,
  RequestLifetimeInterface,
  RequestSource,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { OutgoingBodyWatcher } from './response/outgoing-body.js';
import { FetchAdapterError } from './errors.js';
import { HandlerClock } from './handler-clock.js';
import type { FetchLimits } from './limits.js';
import { errorResponse, plainText } from './response/error-response.js';
import { emit } from './response/to-response.js';

/** What an exchange needs from its adapter. */
export interface ExchangeHost {
  readonly limits: FetchLimits;
  /** Ends a lifetime. @param failed receives the failures of its cleanups */
  settle(end: () => Awaitable<void>, failed: (error: unknown) => void): void;
  /** Calls `onError`; never throws. */
  report(error: unknown, event: ErrorEvent): void;
}

/**
 * One request and its response, until the end of the lifetime. It is also the {@link RequestEnd} that
 * cleanups receive.
 */
export class Exchange implements OutgoingBodyWatcher, RequestEnd {
  /** The status of the response; `null` until there is one. */
  status: number | null = null;
  /** The error that the response is for; `null` for none. */
  error: unknown = null;
  /** Measures the handler; the reader of the request's body stops it. */
  readonly clock: HandlerClock;
  readonly #host: ExchangeHost;
  readonly #source: RequestSource;
  #request: ServerRequestInterface | null = null;
  #phase: ErrorEvent['phase'] = 'request';
  /** Bytes of the body that were passed to the platform, except those of {@link #text}. */
  #bytes = 0;
  /** Text is measured on demand. */
  #text = '';
  readonly #head: boolean;
  readonly #native: Request;
  /** The signal of the native request while the exchange listens to it. */
  #signal: AbortSignal | null = null;
  /** The body that is being sent. */
  #body: StreamInterface | null = null;
  #abandon: (reason: Error) => void = () => undefined;
  #over = false;

  constructor(host: ExchangeHost, native: Request, source: RequestSource) {
    this.#host = host;
    this.clock = new HandlerClock(host.limits.handlerTimeout);
    this.#source = source;
    this.#head = native.method === 'HEAD';
    this.#native = native;
  }

  get bytes(): number {
    return this.#bytes + new TextEncoder().encode(this.#text).byteLength;
  }

  /** @param receive creates the request; its errors get a response. @returns never rejects */
  async answer(
    handler: RequestHandlerInterface,
    receive: () => ServerRequestInterface,
  ): Promise<Response> {
    try {
      const request = receive();
      this.#request = request;
      this.#phase = 'handler';
      const result = handler.handle(request);
      return this.#respond(isThenable(result) ? await this.#inTime(result) : result);
    } catch (error) {
      return this.#fail(error);
    }
  }

  handed(part: Uint8Array | string): void {
    if (typeof part === 'string') this.#text = part;
    else this.#bytes += part.byteLength;
  }

  ended(): void {
    this.#leave((lifetime) => lifetime.end(this));
  }

  failed(error: unknown): void {
    if (this.#over) return;
    if ((statusOf(error) ?? 500) >= 500) this.#report(error, 'response');
    this.#leave((lifetime) => lifetime.abort(error, this));
  }

  cancelled(reason: unknown): void {
    this.#abort(FetchAdapterError.clientGone(reason));
  }

  /**
   * Listens to the signal of the request, once, unless the exchange has ended. Only called before something is waited
   * for: the platform creates the signal on first access, and Deno then aborts it after every response, which takes
   * as long as the rest.
   */
  #listen(): void {
    if (this.#over || this.#signal !== null) return;
    // On some platforms incoming requests have no signal.
    const signal = this.#native.signal as AbortSignal | null | undefined;
    if (signal == null) return;
    this.#signal = signal;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => {
    this.cancelled(this.#signal?.reason);
  };

  /** Waits for the response of an asynchronous handler. A response after the timeout is discarded. */
  async #inTime(result: PromiseLike<ResponseInterface>): Promise<ResponseInterface> {
    const abandoned = new Promise<never>((_, reject) => {
      this.#abandon = reject;
    });
    this.#listen();
    result.then(
      (response) => {
        if (this.#over) discard(response);
      },
      (error: unknown) => {
        if (this.#over && !isAbandoned(error)) this.#report(error, 'handler');
      },
    );
    this.clock.start(() => {
      const text = `the handler returned no response within ${this.#host.limits.handlerTimeout} ms`;
      this.#abandon(new FetchAdapterError('HANDLER_TIMEOUT', text, 503));
    });
    try {
      return await Promise.race([result, abandoned]);
    } finally {
      this.clock.end();
    }
  }

  #respond(response: ResponseInterface): Response {
    try {
      assertResponse(response);
      if (this.#over) throw FetchAdapterError.clientGone();
      this.#phase = 'response';
      this.#body = response.getBody();
      this.status = response.getStatusCode();
      const made = emit(response, this.#head, this);
      this.#listen(); // unless the body has been passed whole
      return made;
    } catch (error) {
      this.status = null;
      discard(response);
      throw error;
    }
  }

  /** Responds to an error with its `status`, or 500. */
  #fail(error: unknown): Response {
    const status = statusOf(error) ?? 500;
    if (!this.#over && status >= 500) this.#report(error, this.#phase);
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
    this.#leave((lifetime) => lifetime.abort(reason, this));
    body?.close();
    this.#abandon(reason);
  }

  /** Ends the exchange, once. */
  #leave(end: (lifetime: RequestLifetimeInterface) => Awaitable<void>): void {
    if (this.#over) return;
    this.#over = true;
    this.#body = null;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const lifetime = this.#request?.getLifetime();
    if (lifetime === undefined) return;
    this.#host.settle(
      () => end(lifetime),
      (error) => {
        this.#report(error, 'cleanup');
      },
    );
  }
}

/** Checks the result of handlers without types. */
function assertResponse(response: unknown): void {
  if (typeof response === 'object' && response !== null && 'getStatusCode' in response) return;
  const text = `the handler returned ${quote(response)} instead of a response; is a "return" missing?`;
  throw new FetchAdapterError('RESPONSE_INVALID', text, 500);
}

/** Closes the body of a response that is not sent. The response can be any value. */
function discard(response: ResponseInterface): void {
  try {
    response.getBody().close();
  } catch {
    return;
  }
}

/** Whether an error only means that the client has disconnected. */
function isAbandoned(error: unknown): boolean {
  return error instanceof FetchAdapterError || isAbort(error);
}

function isEndOfWaiting(error: unknown): error is FetchAdapterError {
  return (
    error instanceof FetchAdapterError &&
    (error.code === 'HANDLER_TIMEOUT' || error.code === 'REQUEST_ABORTED')
  );
}
