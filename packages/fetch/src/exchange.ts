import { headersOf, isAbort, statusOf } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  RequestLifetimeInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { BodyWatcher } from './body-watcher.js';
import { FetchAdapterError } from './errors.js';
import type { FetchLimits } from './limits.js';
import { plainAnswer } from './plain-answer.js';
import { emit } from './to-response.js';
import { within } from './within.js';

/** What an exchange needs of the adapter that it belongs to. */
export interface ExchangeHost {
  readonly limits: FetchLimits;
  /** Ends a lifetime; its cleanups' failures are reported. */
  settle(end: () => Awaitable<void>): void;
  /** Tells the application of an error; never throws. */
  report(error: unknown): void;
}

/** One request and its answer, until the end of the lifetime. */
export class Exchange implements BodyWatcher {
  readonly #host: ExchangeHost;
  readonly #head: boolean;
  readonly #signal: AbortSignal | null | undefined;
  #lifetime: RequestLifetimeInterface | null = null;
  /** The body that is being sent. */
  #body: StreamInterface | null = null;
  #giveUp: (reason: Error) => void = () => undefined;
  #over = false;

  constructor(host: ExchangeHost, native: Request) {
    this.#host = host;
    this.#head = native.method === 'HEAD';
    // Not every platform has one for what comes in.
    this.#signal = native.signal;
  }

  /** @param receive makes the request; what it throws is answered too. @returns never rejects */
  async answer(
    handler: RequestHandlerInterface,
    receive: () => ServerRequestInterface,
  ): Promise<Response> {
    try {
      const request = receive();
      this.#begin(request.getLifetime());
      const result = handler.handle(request);
      return this.#respond(isLater(result) ? await this.#inTime(result) : result);
    } catch (error) {
      return this.#fail(error);
    }
  }

  ended(): void {
    this.#leave((lifetime) => lifetime.end());
  }

  failed(error: unknown): void {
    if (this.#over) return;
    if ((statusOf(error) ?? 500) >= 500) this.#host.report(error);
    this.#leave((lifetime) => lifetime.abort(error));
  }

  cancelled(reason: unknown): void {
    this.#abort(FetchAdapterError.clientGone(reason));
  }

  #begin(lifetime: RequestLifetimeInterface): void {
    this.#lifetime = lifetime;
    if (this.#signal?.aborted === true) throw FetchAdapterError.clientGone(this.#signal.reason);
    this.#signal?.addEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => {
    this.cancelled(this.#signal?.reason);
  };

  /** The response of a handler that takes time; one that comes too late is let go. */
  #inTime(result: PromiseLike<ResponseInterface>): Promise<ResponseInterface> {
    const { handlerTimeout } = this.#host.limits;
    const abandoned = new Promise<never>((_, reject) => {
      this.#giveUp = reject;
    });
    result.then(
      (response) => {
        if (this.#over) letGo(response);
      },
      (error: unknown) => {
        if (this.#over && !isAbandoned(error)) this.#host.report(error);
      },
    );
    return within(Promise.race([result, abandoned]), handlerTimeout, () => {
      const text = `the handler gave no response in ${handlerTimeout} ms`;
      return new FetchAdapterError('HANDLER_TIMEOUT', text, 503);
    });
  }

  #respond(response: ResponseInterface): Response {
    try {
      assertResponse(response);
      if (this.#over) throw FetchAdapterError.clientGone();
      this.#body = response.getBody();
      return emit(response, this.#head, this);
    } catch (error) {
      letGo(response);
      throw error;
    }
  }

  /** Answers an error by its own `status`, or 500. */
  #fail(error: unknown): Response {
    const status = statusOf(error) ?? 500;
    if (!this.#over && status >= 500) this.#host.report(error);
    if (isEndOfWaiting(error)) this.#abort(error);
    else this.ended();
    try {
      return plainAnswer(status, this.#head, headersOf(error));
    } catch (invalid) {
      this.#host.report(invalid);
      return plainAnswer(status, this.#head);
    }
  }

  #abort(reason: FetchAdapterError): void {
    const body = this.#body;
    this.#leave((lifetime) => lifetime.abort(reason));
    body?.close();
    this.#giveUp(reason);
  }

  /** Ends the exchange, once. */
  #leave(end: (lifetime: RequestLifetimeInterface) => Awaitable<void>): void {
    if (this.#over) return;
    this.#over = true;
    this.#body = null;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const lifetime = this.#lifetime;
    if (lifetime !== null) this.#host.settle(() => end(lifetime));
  }
}

function isLater(result: Awaitable<ResponseInterface>): result is PromiseLike<ResponseInterface> {
  const { then } = Object(result) as { then?: unknown };
  return typeof then === 'function';
}

/** For handlers that are not type-checked. */
function assertResponse(response: unknown): void {
  if (typeof response === 'object' && response !== null && 'getStatusCode' in response) return;
  const text = `the handler gave ${response === null ? 'null' : typeof response}, not a response`;
  throw new FetchAdapterError('RESPONSE_INVALID', text, 500);
}

/** Nobody sends it: its body need not be kept. It may be anything. */
function letGo(response: ResponseInterface): void {
  try {
    response.getBody().close();
  } catch {
    return;
  }
}

/** Whether an error only says that no client waits any more. */
function isAbandoned(error: unknown): boolean {
  return error instanceof FetchAdapterError || isAbort(error);
}

function isEndOfWaiting(error: unknown): error is FetchAdapterError {
  return (
    error instanceof FetchAdapterError &&
    (error.code === 'HANDLER_TIMEOUT' || error.code === 'REQUEST_ABORTED')
  );
}
