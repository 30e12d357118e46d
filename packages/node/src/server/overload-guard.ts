import { isThenable } from '@mortise/base';
import type {
  Awaitable,
  ErrorEvent,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { Server } from 'node:net';
import { NodeAdapterError } from '../errors.js';
import { count } from '../option-number.js';
import type { OnError } from '../options.js';

/** Milliseconds between two checks of the event loop. */
const LOOK_INTERVAL = 100;

/** When a server is overloaded, and responds with 503 instead of responding late. */
export interface OverloadOptions {
  /** Milliseconds that the event loop can be late. Default 1,000. */
  readonly loopDelay?: number;

  /** Maximum number of handlers that are running, that is, waiting for something. Default: no limit. */
  readonly handlers?: number;

  /** Seconds after which a client can try again: `Retry-After` (RFC 9110 10.2.3). Default 5. */
  readonly retryAfter?: number;
}

/** Wraps a handler and refuses requests while the server is overloaded. */
export class OverloadGuard implements RequestHandlerInterface {
  readonly #handler: RequestHandlerInterface;
  readonly #onError: OnError;
  readonly #limits: Required<OverloadOptions>;
  #running = 0;
  /** When the next check of the event loop is due. */
  #due = Infinity;
  /** Thrown for every request during one overload; reported once. */
  #refusal: NodeAdapterError | null = null;
  #refused = false;
  #told: unknown = null;

  /** @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not a number of at least 0 */
  constructor(
    handler: RequestHandlerInterface,
    { loopDelay = 1_000, handlers = Infinity, retryAfter = 5 }: OverloadOptions,
    onError: OnError,
  ) {
    count('overload.loopDelay', loopDelay);
    count('overload.retryAfter', retryAfter);
    if (handlers !== Infinity) count('overload.handlers', handlers);
    this.#handler = handler;
    this.#onError = onError;
    this.#limits = { loopDelay, handlers, retryAfter };
  }

  /** Checks the event loop while a server listens. */
  watch(server: Server): void {
    server.once('listening', () => {
      this.#look();
      const timer = setInterval(() => {
        this.#look();
      }, LOOK_INTERVAL).unref();
      server.once('close', () => {
        clearInterval(timer);
      });
    });
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const { loopDelay, handlers } = this.#limits;
    const late = performance.now() - this.#due;
    if (late > loopDelay) throw this.#refuse(`the event loop is ${Math.round(late)} ms late`);
    if (handlers === Infinity) return this.#handler.handle(request);
    if (this.#running >= handlers) throw this.#refuse(`${this.#running} handlers are running`);
    return this.#counted(request);
  }

  /** The server's `onError`, called only for the first refusal of an overload. */
  readonly report = (error: unknown, event: ErrorEvent): void => {
    if (error === this.#told) return;
    if (error === this.#refusal) this.#told = error;
    this.#onError(error, event);
  };

  #counted(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const result = this.#handler.handle(request);
    if (!isThenable(result)) return result;
    const leave = (): void => {
      this.#running--;
    };
    this.#running++;
    result.then(leave, leave);
    return result;
  }

  #refuse(reason: string): NodeAdapterError {
    this.#refused = true;
    this.#refusal ??= Object.assign(
      new NodeAdapterError('OVERLOADED', `requests are refused: ${reason}`, 503),
      { headers: { 'Retry-After': String(this.#limits.retryAfter) } },
    );
    return this.#refusal;
  }

  #look(): void {
    this.#due = performance.now() + LOOK_INTERVAL;
    if (!this.#refused) this.#refusal = null;
    this.#refused = false;
  }
}
