import { statusOf } from '@mortise/base';
import { errorEvent, errorFields, isAbandoned } from '@mortise/base/adapter';
import { closeUnsent, HANDLER_TIMER, isResponse, type TimedLifetime } from '@mortise/base/message';
import type {
  Awaitable,
  ErrorEvent,
  RequestEnd,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import {
  type Connection,
  type ConnectionListener,
  connectionOf,
} from '../connection/connection.js';
import { expectNoReader } from '../fast/lazy-incoming-message.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { NodeBodySource } from '../request/body-source.js';
import type { KeptExchange } from '../request/raw-exchange.js';
import type { NodeRequestSource } from '../request/request-source.js';
import { cutOff } from '../response/cut-off.js';
import { keepFields, sendError } from '../response/send-error.js';
import { sendResponse } from '../response/send-response.js';
import { onFinish } from '../response/write-timeout.js';
import { connectionHeaders, type ResponseOnConnection } from './connection-headers.js';
import { HandlerClock } from './handler-clock.js';
import { isReported } from './is-reported.js';
import type { ListenerCore } from './listener-core.js';

/**
 * One request until the end of its lifetime. Created just before its handler is called, because the handler can use its
 * timer. Its states, in order:
 *
 * 1. The handler runs, until `respond` receives its response, `fail` its error, or `giveUp` responds instead of it.
 * 2. The response is written: `respond` schedules `send`, which calls `deliver`; `fail` and `giveUp` write an error.
 * 3. `#sent`: the last byte was passed to the connection, which may still have to send it.
 * 4. Over: `end` or `abort` has ended the lifetime, once. A response that still arrives is closed, an error reported.
 */
export class Exchange
  implements ConnectionListener, KeptExchange, Omit<RequestEnd, 'time'>, ResponseOnConnection
{
  /** Bytes of the body that were passed to the connection. */
  bytes = 0;
  /** Whether the system has the whole body, although its source has not ended. */
  isWhole = false;
  /** The error that the response reports; `null` if there isn't one. */
  error: unknown = null;
  readonly outgoing: ServerResponse;
  /** The asynchronous context of the request, in which all application code runs. */
  context: AsyncResource;
  /** The body of the request. */
  readonly body: NodeBodySource | null;
  readonly core: ListenerCore;
  readonly #request: ServerRequestInterface;
  readonly #lifetime: TimedLifetime;
  readonly #source: NodeRequestSource;
  readonly connection: Connection;
  /** Whether this is the last request that the connection can carry. */
  readonly isLast: boolean;
  /** Measures the handler, and stops while a read of the body waits. `null` until it is needed. */
  #clock: HandlerClock | null = null;
  /** The handler's response, until it is sent: if that fails, the error response gets its headers. */
  #response: ResponseInterface | null = null;
  /** The body of the response, while it is sent in chunks. */
  #streamed: StreamInterface | null = null;
  #over = false;

  constructor(
    core: ListenerCore,
    outgoing: ServerResponse,
    request: ServerRequestInterface,
    source: NodeRequestSource,
    context: AsyncResource,
  ) {
    this.core = core;
    this.outgoing = outgoing;
    this.context = context;
    this.body = source.body;
    this.#request = request;
    this.#source = source;
    this.#lifetime = request.getLifetime();
    this.#lifetime[HANDLER_TIMER] = this;
    const { req } = outgoing;
    const connection = (this.connection = connectionOf(req.socket));
    connection.open++;
    this.isLast = ++connection.requests >= core.limits.requestsPerSocket;
    if (this.isLast) connection.closing = true;
    if (this.body === null) expectNoReader(req);
    else this.body.watcher = this.#measured();
    if (core.closing) this.beginClosing(NodeAdapterError.serverClosing());
  }

  /** Waits for the response of an asynchronous handler. */
  respondLater(result: Promise<ResponseInterface>): void {
    this.watch();
    this.#measured().start();
    result.then(
      (response) => {
        this.respond(response);
      },
      (error: unknown) => {
        this.fail(error, 'handler');
      },
    );
  }

  /** Receives the handler's response, and schedules it to be sent. */
  respond(response: ResponseInterface): void {
    this.#clock?.end();
    this.#response = response;
    this.core.turns.send(this);
  }

  /** Sends the response; discards one that arrives late. */
  send(): void {
    const response = this.#response as ResponseInterface;
    if (!isResponse(response)) {
      this.fail(NodeAdapterError.notAResponse(response), 'handler');
      return;
    }
    try {
      if (this.#over) closeUnsent(response.getBody());
      else this.deliver(response);
    } catch (error) {
      this.fail(error, 'response');
      this.#settle(() => {
        closeUnsent(response.getBody());
      });
    }
  }

  /** Sends a response to a client that still waits for it. */
  protected deliver(response: ResponseInterface): void {
    const { core, outgoing } = this;
    if (outgoing.headersSent) {
      // The handler has written to the connection itself.
      closeUnsent(response.getBody());
      this.#sent();
      return;
    }
    const fate = connectionHeaders(this, response.getStatusCode());
    const late = sendResponse(response, outgoing, fate, core.limits, this, this.#request);
    // The response can have its own `Connection: close`.
    if (this.connection.closing) core.lingering.prepare(outgoing.req);
    if (late === undefined) {
      this.#sent();
      return;
    }
    this.watch();
    this.#streamed = response.getBody();
    late.then(
      () => {
        this.#streamed = null;
        this.#sent();
      },
      (error: unknown) => {
        this.fail(error, 'response');
      },
    );
  }

  /** Ends the lifetime when the last byte of the response has been sent. */
  #sent(): void {
    this.#response = null;
    const { outgoing } = this;
    if (outgoing.writableFinished) this.end();
    if (this.#over) return;
    this.watch();
    onFinish(outgoing, this.context, this.core.limits.writeTimeout, () => {
      // Node also emits `finish` when the rest was discarded with the connection.
      if (outgoing.req.socket.destroyed) this.abort(NodeAdapterError.clientGone());
      else this.end();
    });
  }

  protected end(): void {
    if (this.#over) return;
    this.#leave();
    this.#discardBody();
    this.#conclude(this.#clock?.timeout ?? null);
  }

  /** Ends the request with its connection: aborts it, unless the client has got the whole response. */
  abort(reason: unknown): void {
    if (this.#over) return;
    this.context.runInAsyncScope(() => {
      this.#leave();
      this.#conclude(this.isWhole ? (this.#clock?.timeout ?? null) : reason);
    });
  }

  #conclude(reason: unknown): void {
    this.#settle(() =>
      reason === null ? this.#lifetime.end(this) : this.#lifetime.abort(reason, this),
    );
    this.connection.leave();
  }

  /** Aborts the request if the connection closes from now on. */
  protected watch(): void {
    this.connection.add(this);
  }

  #leave(): void {
    this.#over = true;
    if (this.connection.newest === this.outgoing) this.connection.newest = null;
    this.#clock?.end();
    this.connection.delete(this);
    this.#streamed?.close();
  }

  /** Discards the rest of the request body, so that the client can read the response. */
  #discardBody(): void {
    if (this.body === null) return;
    this.body.endRequest();
    this.core.lingering.discardBody(this.outgoing.req);
  }

  /** Responds to an error with its own status, or 500; aborts a response that has begun. */
  fail(error: unknown, phase: ErrorEvent['phase']): void {
    this.#clock?.end();
    if (this.#over) this.reportLate(error);
    else if (isReported(error, this.status)) this.report(error, phase);
    if (this.#over) return;
    if (this.outgoing.headersSent) {
      this.connection.closing = true;
      // After an error of the response itself, nothing more is written: what was written before is still sent.
      if (phase === 'response') cutOff(this.outgoing);
      // A pipelined response may have no socket yet: it closes the connection after the responses before it.
      else (this.outgoing.socket ?? this.outgoing).destroy();
      this.isWhole = false;
      this.abort(error);
    } else {
      this.#sendError(statusOf(error) ?? 500, error);
      this.#sent();
    }
  }

  #sendError(status: number, error: unknown): void {
    this.error = error;
    const fate = connectionHeaders(this, status);
    if (this.#response !== null) keepFields(this.#response, this.outgoing);
    const headers = errorFields(error, this.#lifetime);
    this.bytes = sendError(this.outgoing, status, fate, headers, (refusal) => {
      this.report(refusal, 'response');
    });
  }

  /** Responds instead of the handler, whose response is no longer awaited. */
  giveUp(status: number, error: unknown): void {
    if (status >= 500) this.report(error);
    this.#sendError(status, error);
    this.#discardBody();
    this.abort(error);
  }

  directReadFailed(error: NodeAdapterError): void {
    if (this.outgoing.headersSent) this.fail(error, 'request');
    else this.giveUp(statusOf(error) ?? 408, error);
  }

  #measured(): HandlerClock {
    const { handling, limits } = this.core;
    return (this.#clock ??= new HandlerClock(handling, this, limits.handlerTimeout));
  }

  get responder(): ((error: Error) => void) | null {
    return this.#clock?.outer.responder ?? null;
  }

  onTimeout(...limit: Parameters<KeptExchange['onTimeout']>): void {
    this.#measured().onTimeout(...limit);
  }

  endLimit(responder: (error: Error) => void): void {
    this.#clock?.endLimit(responder);
  }

  /** The status of the response; `null` until its headers have been sent. */
  get status(): number | null {
    return this.outgoing.headersSent ? this.outgoing.statusCode : null;
  }

  get unsent(): number {
    return this.outgoing.writableLength;
  }

  beginClosing(reason: unknown): void {
    this.context.runInAsyncScope(() => {
      this.#lifetime.beginClosing(reason);
    });
  }

  report(error: unknown, phase: ErrorEvent['phase'] = 'handler'): void {
    this.core.report(error, this.#event(error, phase));
  }

  reportLate(error: unknown): void {
    if (!isAbandoned(error, this.#lifetime)) this.report(error);
  }

  /** Runs the end of the request, or a part of it, and reports failures as cleanup errors. */
  #settle(end: () => Awaitable<void>): void {
    this.core.settle(end, () => this.#event(null, 'cleanup'));
  }

  #event(error: unknown, phase: ErrorEvent['phase']): ErrorEvent {
    return errorEvent(phase, this.status ?? statusOf(error) ?? 500, this.#source, this.#request);
  }
}
