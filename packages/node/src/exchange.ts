import { headersOf, isAbort, statusOf } from '@mortise/base';
import type {
  Awaitable,
  RequestLifetimeInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deadlines, Wait } from './deadlines.js';
import { NodeAdapterError } from './errors.js';
import type { ServerLimits } from './limits.js';
import { keepRawExchange } from './raw-exchange.js';
import { LazyIncomingMessage } from './request/lazy-incoming-message.js';
import { emit } from './response/emit.js';
import type { Outbox, Parcel } from './response/outbox.js';
import { plainAnswer } from './response/plain-answer.js';
import { CLOSE, type Connection, connectionOf } from './server/connection.js';

/** What an exchange needs of the server that it belongs to. */
export interface ExchangeHost {
  readonly limits: ServerLimits;
  /** The exchanges whose handler has not answered yet. */
  readonly handling: Deadlines<Exchange>;
  /** Whether the server is ending, and connections with it. */
  readonly closing: boolean;
  /** Where responses wait for each other. */
  readonly outbox: Outbox;
  /** Fields that tell a client how long its connection is kept, names and values in turn. */
  readonly keepAlive: readonly string[];
  /** Takes what is left of a body that nobody read, so that the client gets to read the answer. */
  drain(incoming: IncomingMessage): void;
  /** Ends a lifetime; its cleanups' failures are reported. */
  settle(end: () => Awaitable<void>): void;
  /** Tells the application of an error; never throws. */
  report(error: unknown): void;
}

/** One request and its answer, from the handler's response to the end of the lifetime. */
export class Exchange implements Parcel {
  readonly #host: ExchangeHost;
  readonly #outgoing: ServerResponse;
  readonly #lifetime: RequestLifetimeInterface;
  readonly #connection: Connection;
  readonly #hasBody: boolean;
  /** Whether the connection has carried as many requests as it may with this one. */
  readonly #last: boolean;
  /** The handler's, until it is sent. */
  #response: ResponseInterface | null = null;
  #body: StreamInterface | null = null;
  /** The wait for the handler, while it lasts. */
  #wait: Wait<Exchange> | null = null;
  /** Whether the connection tells when it is gone. */
  #watching = false;
  #over = false;

  /** @param hasBody whether something may be left to drain behind the answer */
  constructor(
    host: ExchangeHost,
    outgoing: ServerResponse,
    request: ServerRequestInterface,
    hasBody: boolean,
  ) {
    this.#host = host;
    this.#hasBody = hasBody;
    this.#outgoing = outgoing;
    this.#lifetime = request.getLifetime();
    this.#connection = connectionOf(outgoing.req.socket);
    this.#connection.open++;
    this.#last = ++this.#connection.requests >= host.limits.requestsPerSocket;
    if (this.#last) this.#connection.closing = true;
    keepRawExchange(this.#lifetime, outgoing);
    const { req } = outgoing;
    if (!hasBody && req instanceof LazyIncomingMessage) req.unread = true;
  }

  /** Waits for a response that comes later. */
  expect(result: PromiseLike<ResponseInterface>): void {
    this.#watch();
    this.#wait = this.#host.handling.add(this);
    result.then(
      (response) => {
        this.respond(response);
      },
      (error: unknown) => {
        this.fail(error);
      },
    );
  }

  /** Takes the handler's response. */
  respond(response: ResponseInterface): void {
    this.#expectNoMore();
    this.#response = response;
    this.#host.outbox.push(this);
  }

  /** Sends the response; one that comes too late is let go. */
  send(): void {
    const response = this.#response as ResponseInterface;
    this.#response = null;
    try {
      assertResponse(response);
      if (this.#over) response.getBody().close();
      else this.#send(response);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Answers an error by its own `status`, or 500, and cuts off a response that has begun. */
  fail(error: unknown): void {
    this.#expectNoMore();
    if (this.#over) {
      if (!isAbandoned(error)) this.#host.report(error);
      return;
    }
    const status = statusOf(error) ?? 500;
    if (status >= 500) this.#host.report(error);
    if (this.#outgoing.headersSent) {
      this.#outgoing.socket?.destroy();
      this.abort(error);
      return;
    }
    this.#answerPlainly(status, error);
    this.#sent();
  }

  /** The handler has taken too long. */
  expire(): void {
    const timeout = this.#host.limits.handlerTimeout;
    const text = `the handler gave no response in ${timeout} ms`;
    const error = new NodeAdapterError('HANDLER_TIMEOUT', text, 503);
    this.#host.report(error);
    this.#answerPlainly(503, error);
    this.#host.drain(this.#outgoing.req);
    this.abort(error);
  }

  /** Nobody waits for the answer any more. */
  abort(reason: unknown): void {
    if (this.#over) return;
    this.#leave();
    this.#body?.close();
    this.#host.settle(() => this.#lifetime.abort(reason));
  }

  #send(response: ResponseInterface): void {
    if (this.#outgoing.headersSent) {
      // A handler that writes to the connection itself has answered already.
      this.#sent();
      return;
    }
    const { writeTimeout } = this.#host.limits;
    const fate = this.#fateOfConnection(response.getStatusCode());
    const sending = emit(response, this.#outgoing, fate, writeTimeout);
    if (sending === undefined) {
      this.#sent();
      return;
    }
    this.#watch();
    this.#body = response.getBody();
    sending.then(
      () => {
        this.#body = null;
        this.#sent();
      },
      (error: unknown) => {
        this.fail(error);
      },
    );
  }

  #answerPlainly(status: number, error: unknown): void {
    const fate = this.#fateOfConnection(status);
    try {
      plainAnswer(this.#outgoing, status, [...headersOf(error).flat(), ...fate]);
    } catch (invalid) {
      this.#host.report(invalid);
      // A field of the error cannot be sent; the client learns the status nevertheless.
      plainAnswer(this.#outgoing, status, fate);
    }
  }

  /** The response was handed over: ends the lifetime when its last byte is out. */
  #sent(): void {
    if (this.#over) return;
    if (this.#outgoing.writableFinished) {
      this.#end();
      return;
    }
    this.#watch();
    const { socket } = this.#outgoing.req;
    socket.setTimeout(this.#host.limits.writeTimeout);
    this.#outgoing.once('finish', () => {
      // Node says so, too, when the rest was thrown away with the connection.
      if (socket.destroyed) this.abort(NodeAdapterError.clientGone());
      else {
        socket.setTimeout(0);
        this.#end();
      }
    });
  }

  #end(): void {
    if (this.#over) return;
    this.#leave();
    if (this.#hasBody) this.#host.drain(this.#outgoing.req);
    this.#host.settle(() => this.#lifetime.end());
  }

  /** The fields by which an answer says whether another one may follow it. */
  #fateOfConnection(status: number): readonly string[] {
    if (this.#closes(status)) return CLOSE;
    return this.#outgoing.shouldKeepAlive ? this.#host.keepAlive : [];
  }

  /** Whether the answer about to be sent is the connection's last one. */
  #closes(status: number): boolean {
    // 408: the rest of the request will not come (RFC 9110 15.5.9).
    if (this.#last || status === 408) return true;
    // An answer that says so would take those of pipelined requests behind it along.
    if (!this.#host.closing || this.#connection.open > 1) return false;
    this.#connection.closing = true;
    return true;
  }

  #watch(): void {
    this.#watching = true;
    this.#connection.add(this);
  }

  #expectNoMore(): void {
    if (this.#wait !== null) this.#host.handling.delete(this.#wait);
    this.#wait = null;
  }

  #leave(): void {
    this.#over = true;
    this.#expectNoMore();
    this.#connection.open--;
    if (this.#watching) this.#connection.delete(this);
  }
}

/** Whether an error only says that no client waits any more. */
function isAbandoned(error: unknown): boolean {
  return error instanceof NodeAdapterError || isAbort(error);
}

/** For handlers that are not type-checked. */
function assertResponse(response: unknown): void {
  if (typeof response === 'object' && response !== null && 'getStatusCode' in response) return;
  const text = `the handler gave ${response === null ? 'null' : typeof response}, not a response`;
  throw new NodeAdapterError('RESPONSE_INVALID', text, 500);
}
