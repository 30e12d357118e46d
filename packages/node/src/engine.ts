import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Deadlines } from './deadlines.js';
import { Exchange, type ExchangeHost } from './exchange.js';
import { limitsWith, type ServerLimits } from './limits.js';
import type { ListenerOptions } from './listener-options.js';
import { NodeBodySource } from './request/body-source.js';
import { bodyTimeouts } from './request/body-timeouts.js';
import { RequestHead } from './request/request-head.js';
import { NodeRequestSource } from './request/request-source.js';
import { clientOf, type ClientOf } from './request/trust.js';
import { Outbox } from './response/outbox.js';
import { plainAnswer } from './response/plain-answer.js';
import { CLOSE, connectionOf } from './server/connection.js';

/** Milliseconds that a client has, after the answer, to send the rest of a body nobody reads. */
const DRAIN_TIMEOUT = 5_000;

/** What all requests of one listener share, and the way of each through the handler. */
export class Engine implements ExchangeHost {
  readonly limits: ServerLimits;
  readonly handling: Deadlines<Exchange>;
  readonly outbox = new Outbox();
  closing = false;
  keepAlive: readonly string[] = [];
  readonly #handler: RequestHandlerInterface;
  readonly #creator: ServerRequestCreatorInterface;
  readonly #onError: (error: unknown) => void;
  readonly #clientOf: ClientOf;
  readonly #bodyTimeouts;
  readonly #draining: Deadlines<IncomingMessage>;

  constructor(handler: RequestHandlerInterface, options: ListenerOptions) {
    this.#handler = handler;
    this.#creator = options.factories;
    this.#onError = options.onError ?? printError;
    this.#clientOf = clientOf(options);
    this.limits = limitsWith(options.limits);
    const { handlerTimeout, checkInterval } = this.limits;
    this.handling = new Deadlines<Exchange>(handlerTimeout, checkInterval, (exchange) => {
      exchange.expire();
    });
    this.#bodyTimeouts = bodyTimeouts(this.limits);
    this.#draining = new Deadlines<IncomingMessage>(DRAIN_TIMEOUT, checkInterval, ({ socket }) => {
      socket.destroy();
    });
  }

  /** Answers one request; never throws. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, waitsToGoOn: boolean): void {
    if (connectionOf(incoming.socket).closing) return;
    const head = new RequestHead(
      incoming.rawHeaders,
      incoming.url as string,
      incoming.httpVersionMajor === 1 && incoming.httpVersionMinor > 0,
      this.limits,
    );
    this.answerHead(head, incoming, outgoing, waitsToGoOn);
  }

  /** As {@link answer}, for a request whose header fields have been looked at. */
  answerHead(
    head: RequestHead,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    waitsToGoOn: boolean,
  ): void {
    if (head.status !== 0) {
      connectionOf(incoming.socket).closing = true;
      plainAnswer(outgoing, head.status, CLOSE);
      return;
    }
    let exchange: Exchange | null = null;
    try {
      const body =
        head.contentLength < 0 && !head.encoded
          ? null
          : this.#bodyOf(incoming, outgoing, head, waitsToGoOn);
      const source = new NodeRequestSource(incoming, head, body, this.#clientOf);
      const request = this.#creator.createServerRequestFromSource(source);
      exchange = new Exchange(this, outgoing, request, body !== null);
      const result = this.#handler.handle(request);
      if (isLater(result)) exchange.expect(result);
      else exchange.respond(result);
    } catch (error) {
      if (exchange !== null) exchange.fail(error);
      else {
        this.report(error);
        plainAnswer(outgoing, 500, CLOSE);
      }
    }
  }

  drain(incoming: IncomingMessage): void {
    if (incoming.complete || incoming.destroyed) return;
    const wait = this.#draining.add(incoming);
    incoming.once('close', () => {
      this.#draining.delete(wait);
    });
    incoming.resume();
  }

  settle(end: () => Awaitable<void>): void {
    const report = (error: unknown): void => {
      this.report(error);
    };
    try {
      const ending = end();
      if (ending !== undefined) ending.then(undefined, report);
    } catch (error) {
      report(error);
    }
  }

  report(error: unknown): void {
    try {
      this.#onError(error);
    } catch (another) {
      printError(another);
    }
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

/** Whether a handler's response is still to come. */
export function isLater(
  result: Awaitable<ResponseInterface>,
): result is PromiseLike<ResponseInterface> {
  const { then } = Object(result) as { then?: unknown };
  return typeof then === 'function';
}

/** One line on stderr: the stack's first lines belong to a log, which `onError` is for. */
export function printError(error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  console.error(`request failed: ${text.replaceAll(/[\r\n]+/g, ' ')}`);
}
