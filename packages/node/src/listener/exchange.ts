import { statusOf } from '@mortise/base';
import { RESPONSE_GRACE } from '@mortise/base/adapter';
import { isResponse } from '@mortise/base/message';
import type {
  ErrorEvent,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';
import { connectionHeaders, type ResponseOnConnection } from './connection-headers.js';
import type { ExchangeHost, Expirable } from './exchange-host.js';
import { ExchangeRecord } from './exchange-record.js';
import { HandlerClock } from './handler-clock.js';
import { LazyIncomingMessage } from '../request/lazy-incoming-message.js';
import type { NodeRequestSource } from '../request/request-source.js';
import { sendResponse } from '../response/send-response.js';
import { beginWriteTimeout } from '../response/write-timeout.js';
import type { RequestContext } from './request-context.js';
import type { QueuedResponse } from './response-queue.js';
import { sendError } from '../response/send-error.js';
import { type Connection, connectionOf } from '../connection/connection.js';

/** One request, from the handler's response to the end of its lifetime. */
export class Exchange
  extends ExchangeRecord
  implements QueuedResponse, Expirable, ResponseOnConnection
{
  /** Measures the handler; reads of the body stop it. `null` until it is needed. */
  clock: HandlerClock | null = null;
  readonly connection: Connection;
  readonly context: RequestContext;
  /** Whether this is the last request that the connection may carry. */
  readonly last: boolean;
  /** The handler's response, until it is sent. */
  #response: ResponseInterface | null = null;
  #body: StreamInterface | null = null;
  /** Responds when the time of the handler is up. */
  responder: ((error: Error) => void) | null = null;
  /** Why the handler's response was not awaited: its request is aborted when the response to it has been sent. */
  #timeout: NodeAdapterError | null = null;
  /** Whether the connection notifies this exchange when it closes. */
  #watching = false;
  #over = false;

  constructor(
    host: ExchangeHost,
    outgoing: ServerResponse,
    request: ServerRequestInterface,
    source: NodeRequestSource,
    context: RequestContext,
  ) {
    super(host, outgoing, request, source);
    this.context = context;
    this.connection = connectionOf(outgoing.req.socket);
    this.connection.open++;
    this.last = ++this.connection.requests >= host.limits.requestsPerSocket;
    if (this.last) this.connection.closing = true;
    const { req } = outgoing;
    if (source.body === null && req instanceof LazyIncomingMessage) req.unread = true;
    if (source.body !== null) source.body.watcher = this.#measured();
    if (host.closing) this.beginClosing(NodeAdapterError.serverClosing());
  }

  get hasBody(): boolean {
    return this.source.body !== null;
  }

  get unsent(): number {
    return this.outgoing.writableLength;
  }

  /** Waits for a response that arrives later. */
  expect(result: PromiseLike<ResponseInterface>): void {
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

  /** Takes the handler's response. */
  respond(response: ResponseInterface): void {
    this.#expectNoMore();
    this.#response = response;
    this.host.queue.sendOrCollect(this);
  }

  /** Sends the response; discards one that arrives late. */
  send(): void {
    const response = this.#response as ResponseInterface;
    this.#response = null;
    if (!isResponse(response)) {
      this.fail(NodeAdapterError.notAResponse(response), 'handler');
      return;
    }
    try {
      if (this.#over) response.getBody().close();
      else this.deliver(response);
    } catch (error) {
      this.fail(error, 'response');
      this.settle(() => {
        response.getBody().close();
      });
    }
  }

  /** Responds to an error with its own status, or 500; aborts a response that has begun. */
  fail(error: unknown, phase: ErrorEvent['phase']): void {
    this.#expectNoMore();
    if (this.#over) {
      this.reportLate(error);
      return;
    }
    const status = statusOf(error) ?? 500;
    if (status >= 500) this.report(error, phase);
    if (this.outgoing.headersSent) {
      // A pipelined response has no socket yet: it closes the connection after the responses before it.
      (this.outgoing.socket ?? this.outgoing).destroy();
      this.abort(error);
      return;
    }
    this.#sendError(status, error);
    this.#sent();
  }

  onTimeout(responder: (error: Error) => void, milliseconds?: number): void {
    this.responder = responder;
    if (milliseconds !== undefined) this.#measured().allow(milliseconds);
  }

  /** The handler has taken too long. */
  expire(): void {
    // oxlint-disable-next-line typescript/unbound-method -- called with `this`
    this.context.runInAsyncScope(this.#expire, this);
  }

  #expire(): void {
    const { responder } = this;
    const clock = this.#measured();
    const error = (this.#timeout ??= NodeAdapterError.handlerTimeout(clock.limit));
    if (responder === null) {
      this.report(error, 'handler');
      this.#giveUp(503, error);
      return;
    }
    this.responder = null;
    clock.allow(RESPONSE_GRACE);
    responder(error);
  }

  #measured(): HandlerClock {
    return (this.clock ??= new HandlerClock(
      this.host.handling,
      this,
      this.host.limits.handlerTimeout,
    ));
  }

  /** Aborts the request: its response is not needed any more. */
  abort(reason: unknown): void {
    if (this.#over) return;
    this.#leave();
    // The source of the body is told in the context in which it was made.
    this.context.runInAsyncScope(() => this.#body?.close());
    this.settle(() => this.context.runInAsyncScope(() => this.lifetime.abort(reason, this)));
    this.connection.leave();
  }

  beginClosing(reason: unknown): void {
    this.context.runInAsyncScope(() => {
      this.lifetime.beginClosing(reason);
    });
  }

  protected override bodyFailed(error: NodeAdapterError): void {
    if (this.outgoing.headersSent) this.fail(error, 'request');
    else this.#giveUp(408, error);
  }

  /** Answers instead of the handler, whose response is not awaited anymore. */
  #giveUp(status: number, error: unknown): void {
    this.#sendError(status, error);
    this.#drain();
    this.abort(error);
  }

  /** Sends a response to a client that still waits for it. */
  protected deliver(response: ResponseInterface): void {
    if (this.outgoing.headersSent) {
      // The handler has written to the connection itself.
      response.getBody().close();
      this.#sent();
      return;
    }
    const { writeTimeout } = this.host.limits;
    const fate = connectionHeaders(this, response.getStatusCode());
    const sending = sendResponse(response, this.outgoing, fate, writeTimeout, this);
    if (sending === undefined) {
      this.#sent();
      return;
    }
    this.watch();
    this.#body = response.getBody();
    sending.then(
      () => {
        this.#body = null;
        this.#sent();
      },
      (error: unknown) => {
        this.fail(error, 'response');
      },
    );
  }

  #sendError(status: number, error: unknown): void {
    this.error = error;
    const fate = connectionHeaders(this, status);
    this.bytes = sendError(this.outgoing, status, fate, error, (refusal) => {
      this.report(refusal, 'response');
    });
  }

  /** Ends the lifetime when the last byte of the response has been sent. */
  #sent(): void {
    if (this.#over) return;
    if (this.outgoing.writableFinished) {
      this.end();
      return;
    }
    this.watch();
    const { socket } = this.outgoing.req;
    beginWriteTimeout(this.outgoing, this.host.limits.writeTimeout);
    // Before Node's own listener, which begins the next pipelined response, and the timeout for idle connections
    // of a server of `toListener`.
    this.outgoing.prependOnceListener('finish', () => socket.setTimeout(0));
    const finish = (): void => {
      // Node also emits this when the rest was discarded with the connection.
      if (socket.destroyed) this.abort(NodeAdapterError.clientGone());
      else this.end();
    };
    // A pipelined response without a socket is sent when the one before it ends, in its context; over HTTP/2 Node emits
    // this in that of the connection, if the client's side had ended before.
    const { outgoing } = this;
    const isOwn = outgoing.socket !== null && outgoing.req.httpVersionMajor === 1;
    outgoing.once(
      'finish',
      isOwn
        ? finish
        : () => {
            this.context.runInAsyncScope(finish);
          },
    );
  }

  protected end(): void {
    if (this.#over) return;
    this.#leave();
    this.#drain();
    const timeout = this.#timeout;
    this.settle(() =>
      timeout === null ? this.lifetime.end(this) : this.lifetime.abort(timeout, this),
    );
    this.connection.leave();
  }

  /** Discards the rest of a body, so that the client can read the response. */
  #drain(): void {
    if (this.source.body === null) return;
    this.source.body.endRequest();
    this.host.lingering.discardBody(this.outgoing.req);
  }

  /** From now on, the end of the connection ends the request. */
  protected watch(): void {
    this.#watching = true;
    this.connection.add(this);
  }

  #expectNoMore(): void {
    this.clock?.end();
  }

  #leave(): void {
    this.#over = true;
    this.#expectNoMore();
    if (this.#watching) this.connection.delete(this);
  }
}
