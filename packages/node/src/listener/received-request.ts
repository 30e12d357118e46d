import { headersOf, isThenable, statusOf } from '@mortise/base';
import { errorEvent, handleTraced, OUTSIDE_BASE_PATH } from '@mortise/base/adapter';
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLOSE, connectionOf } from '../connection/connection.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import { RequestHead } from '../request/request-head.js';
import type { NodeRequestSource } from '../request/request-source.js';
import { sendError } from '../response/send-error.js';
import { enteredContext } from './entered-context.js';
import { Exchange } from './exchange.js';
import type { ListenerCore } from './listener-core.js';

/**
 * The request's `Expect` header: absent, `100-continue` (the client waits before it sends the body), or any other
 * value.
 */
export type Expectation = 'continue' | 'nothing' | 'unknown';

/**
 * A request that Node has parsed, until its handler is called. An {@link Exchange}, created just before that, does the
 * rest.
 *
 * It has its own asynchronous context. In Node, all requests of a connection share one, and so do those handled in one
 * turn: what a handler sets with `AsyncLocalStorage.enterWith`, such as the user, would leak into later requests.
 */
export class ReceivedRequest extends AsyncResource {
  readonly #core: ListenerCore;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #expects: Expectation;

  constructor(
    core: ListenerCore,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    expects: Expectation = 'nothing',
  ) {
    super('MortiseRequest');
    this.#core = core;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#expects = expects;
    connectionOf(incoming.socket).newest = outgoing;
  }

  /** Handles the request, once its connection has room for it; never throws. */
  begin(): void {
    const connection = connectionOf(this.#incoming.socket);
    const { limits } = this.#core;
    if (!connection.mustWait(limits)) this.#beginNow();
    else {
      connection.hold(limits, () => {
        this.#beginNow();
      });
    }
  }

  #beginNow(): void {
    const incoming = this.#incoming;
    const { socket } = incoming;
    const connection = connectionOf(socket);
    if (connection.closing || socket.destroyed) return;
    if (this.#expects === 'unknown') this.#refuse(417);
    else if (connection.malformed !== 0 && !incoming.complete && !incoming.destroyed)
      this.#refuse(connection.malformed);
    else {
      const { limits, limitOverhead, lingering } = this.#core;
      const head = RequestHead.of(incoming, limits);
      if (head.encoded && head.status === 0) {
        limitOverhead(incoming, () => {
          if (this.#outgoing.headersSent) socket.destroy();
          else {
            connection.closing = true; // the rest of the current read is still parsed
            lingering.failBody(
              incoming,
              NodeAdapterError.badFraming('too many bytes besides the data'),
            );
          }
        });
      }
      this.beginWith(head);
    }
  }

  /**
   * Handles the request now.
   *
   * @param head what was found in its headers
   * @param Exchanged the class that handles the request from the call of its handler on
   */
  beginWith(head: RequestHead, Exchanged = Exchange): void {
    const refusal = this.#core.refusalOf(head, this.#incoming);
    if (refusal !== 0) {
      this.#refuse(refusal);
      return;
    }
    const sendContinue = this.#expects === 'continue' ? continueOf(this.#outgoing) : null;
    const source = this.#core.describe(this.#incoming, head, sendContinue);
    // oxlint-disable-next-line typescript/unbound-method -- called with `this`
    this.runInAsyncScope(this.#handle, this, source, Exchanged);
  }

  #handle(source: NodeRequestSource, Exchanged: typeof Exchange): void {
    const core = this.#core;
    let exchange: Exchange | null = null;
    try {
      const request = core.factories.createServerRequestFromSource(source);
      exchange = new Exchanged(core, this.#outgoing, request, source, this);
      if (source.isElsewhere) throw new NodeAdapterError(...OUTSIDE_BASE_PATH);
      const result = handleTraced(core.handler, request, core.basePath);
      exchange.context = enteredContext(this);
      if (isThenable(result)) exchange.respondLater(result);
      else exchange.respond(result);
    } catch (error) {
      if (exchange === null) this.#refuseError(error, source);
      else exchange.fail(error, 'handler');
    }
  }

  /**
   * Responds if the request object cannot be created, for example by a factory that parses eagerly and finds the
   * request malformed.
   */
  #refuseError(error: unknown, source: NodeRequestSource): void {
    const status = statusOf(error) ?? 500;
    if (status >= 500) this.#core.report(error, errorEvent('request', status, source));
    this.#refuse(status, error);
  }

  /** Refuses a request before a handler sees it, and closes its connection afterwards. */
  #refuse(status: number, error?: unknown): void {
    const { req } = this.#outgoing;
    connectionOf(req.socket).closing = true;
    this.#core.lingering.prepare(req);
    sendError(this.#outgoing, status, CLOSE, headersOf(error));
  }
}

/**
 * Returns a function that sends `100 Continue`. Until then, the connection cannot be kept: Node closes it after a
 * response to a client that still waits, which can send the body or not (RFC 9110 10.1.1).
 */
function continueOf(outgoing: ServerResponse): () => void {
  const { shouldKeepAlive } = outgoing;
  outgoing.shouldKeepAlive = false;
  return () => {
    outgoing.shouldKeepAlive = shouldKeepAlive;
    outgoing.writeContinue();
  };
}
