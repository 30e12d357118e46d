import { isThenable, statusOf } from '@mortise/base';
import { errorEvent, handleTraced, OUTSIDE_BASE_PATH } from '@mortise/base/adapter';
import type { RequestHandlerInterface, ServerRequestCreatorInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Deadlines } from '../deadlines.js';
import type { ExchangeHost, Expirable } from './exchange-host.js';
import { ErrorReports } from './error-reports.js';
import { Exchange } from './exchange.js';
import { limitsWith, type ServerLimits } from '../server-limits.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { ListenerOptions } from '../listener-options.js';
import { NodeBodySource } from '../request/body-source.js';
import { bodyTimeouts } from '../request/body-timeouts.js';
import { chunkOverhead, type LimitOverhead } from '../request/chunk-overhead.js';
import { RequestHead } from '../request/request-head.js';
import { type CheckRequestLine, requestLineCheck } from '../request/request-line.js';
import { mountOf, type MountOf } from '../request/mount.js';
import { MountedRequestSource, NodeRequestSource } from '../request/request-source.js';
import { clientOf, type ClientOf } from '../request/trust.js';
import type { PeerSocket } from '../request/trusted-peers.js';
import { RequestContext } from './request-context.js';
import { ResponseQueue } from './response-queue.js';
import { sendError } from '../response/send-error.js';
import { CLOSE, connectionOf } from '../connection/connection.js';
import { type KeepAlive, keepAliveOf } from '../connection/keep-alive.js';
import { LingeringClose } from '../connection/lingering-close.js';

/** The state that all requests of one listener share; passes each to the handler. */
export class ListenerCore implements ExchangeHost {
  readonly limits: ServerLimits;
  readonly handling: Deadlines<Expirable>;
  readonly queue = new ResponseQueue();
  readonly lingering: LingeringClose;
  readonly errors: ErrorReports;
  closing = false;
  /** How long idle connections are kept, for a server of this package. */
  readonly keepAliveOf: (socket: PeerSocket) => KeepAlive;
  readonly #handler: RequestHandlerInterface;
  readonly #creator: ServerRequestCreatorInterface;
  readonly #clientOf: ClientOf;
  readonly #mountOf: MountOf | null;
  readonly #checkLine: CheckRequestLine;
  readonly #bodyTimeouts;
  readonly #limitOverhead: LimitOverhead;

  /** @param embedded whether another application passes the requests on */
  constructor(handler: RequestHandlerInterface, options: ListenerOptions, embedded = false) {
    this.#handler = handler;
    this.#creator = options.factories;
    this.errors = new ErrorReports(options.onError);
    this.#clientOf = clientOf(options);
    this.#mountOf = mountOf(options, embedded);
    this.#checkLine = requestLineCheck(options);
    this.limits = limitsWith(options.limits);
    const { handlerTimeout, checkInterval } = this.limits;
    this.handling = new Deadlines<Expirable>(handlerTimeout, checkInterval, (exchange) => {
      exchange.expire();
    });
    this.keepAliveOf = keepAliveOf(options, this.limits);
    this.#bodyTimeouts = bodyTimeouts(this.limits);
    this.#limitOverhead = chunkOverhead(checkInterval);
    this.lingering = new LingeringClose(checkInterval);
  }

  /**
   * Handles one request, once its connection has room for it; never throws.
   *
   * @param refusal the status with which it is refused instead; 0 if it is not
   * @param context in which the handler runs; by default that of this call
   */
  answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    waitsToGoOn: boolean,
    refusal = 0,
    context = new RequestContext(),
  ): void {
    const connection = connectionOf(incoming.socket);
    if (connection.mustWait(this.limits)) {
      connection.hold(this.limits, () => {
        this.#answerNow(incoming, outgoing, waitsToGoOn, refusal, context);
      });
    } else this.#answerNow(incoming, outgoing, waitsToGoOn, refusal, context);
  }

  #answerNow(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    waitsToGoOn: boolean,
    refusal: number,
    context: RequestContext,
  ): void {
    const { socket } = incoming;
    const connection = connectionOf(socket);
    if (connection.closing || socket.destroyed) return;
    const status = refusal === 0 && !incoming.complete ? connection.malformed : refusal;
    if (status !== 0) {
      this.#refuse(outgoing, status);
      return;
    }
    const head = RequestHead.of(incoming, this.limits);
    if (head.encoded && head.status === 0) {
      this.#limitOverhead(incoming, () => {
        if (outgoing.headersSent) socket.destroy();
        else this.#refuse(outgoing, 400);
      });
    }
    this.answerHead(head, incoming, outgoing, waitsToGoOn, Exchange, context);
  }

  /**
   * Like {@link answer}, for a request whose headers have been read.
   *
   * @param Exchanged handles what follows the handler's response
   * @param context in which the handler runs; by default that of this call
   */
  answerHead(
    head: RequestHead,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    waitsToGoOn: boolean,
    Exchanged: typeof Exchange,
    context = new RequestContext(),
  ): void {
    const refusal = this.refusalOf(head, incoming);
    if (refusal !== 0) {
      this.#refuse(outgoing, refusal);
      return;
    }
    const body =
      head.contentLength < 0 && !head.encoded
        ? null
        : this.#bodyOf(incoming, outgoing, head, waitsToGoOn);
    const mount = this.#mountOf === null ? null : this.#mountOf(incoming);
    const source =
      mount === null
        ? new NodeRequestSource(incoming, head, body, this.#clientOf)
        : new MountedRequestSource(mount, incoming, head, body, this.#clientOf);
    const isElsewhere = mount?.elsewhere === true;
    // oxlint-disable-next-line typescript/unbound-method -- called with `this`
    context.runInAsyncScope(this.#handle, this, source, outgoing, isElsewhere, Exchanged, context);
  }

  #handle(
    source: NodeRequestSource,
    outgoing: ServerResponse,
    isElsewhere: boolean,
    Exchanged: typeof Exchange,
    context: RequestContext,
  ): void {
    let exchange: Exchange | null = null;
    try {
      const request = this.#creator.createServerRequestFromSource(source);
      exchange = new Exchanged(this, outgoing, request, source, context);
      if (isElsewhere) throw new NodeAdapterError(...OUTSIDE_BASE_PATH);
      const result = handleTraced(this.#handler, request);
      if (isThenable(result)) exchange.expect(result);
      else exchange.respond(result);
    } catch (error) {
      if (exchange !== null) exchange.fail(error, 'handler');
      else this.#refuseError(error, outgoing, source);
    }
  }

  /** Responds to a request that could not be created: malformed, for a factory that parses everything early. */
  #refuseError(error: unknown, outgoing: ServerResponse, source: NodeRequestSource): void {
    const status = statusOf(error) ?? 500;
    if (status >= 500) this.errors.report(error, errorEvent('request', status, source));
    this.#refuse(outgoing, status, error);
  }

  /** Responds to a request that no handler sees, and closes its connection afterwards. */
  #refuse(outgoing: ServerResponse, status: number, error?: unknown): void {
    const { req } = outgoing;
    connectionOf(req.socket).closing = true;
    this.lingering.prepare(req);
    sendError(outgoing, status, CLOSE, error);
  }

  /** @returns the status with which a request is refused before a handler sees it; 0 if it is not */
  refusalOf({ status }: RequestHead, incoming: IncomingMessage): number {
    return status === 0 ? this.#checkLine(incoming) : status;
  }

  /** Describes a request that is not handled here, for {@link ErrorReports}. */
  sourceOf(incoming: IncomingMessage): NodeRequestSource {
    const { rawHeaders, url = '' } = incoming;
    const head = new RequestHead(rawHeaders, url, false, this.limits);
    return new NodeRequestSource(incoming, head, null, this.#clientOf);
  }

  #bodyOf(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    head: RequestHead,
    waitsToGoOn: boolean,
  ): NodeBodySource {
    return new NodeBodySource(
      incoming,
      head.encoded ? null : head.contentLength,
      this.limits.bodyInMemory,
      this.#bodyTimeouts,
      waitsToGoOn
        ? () => {
            outgoing.writeContinue();
          }
        : null,
    );
  }
}
