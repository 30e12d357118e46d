import { statusOf } from '@mortise/base';
import { errorEvent, isAbandoned } from '@mortise/base/adapter';
import type { HandlerTimer } from '@mortise/base/message';
import type {
  Awaitable,
  ErrorEvent,
  RequestEnd,
  RequestLifetimeInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';
import { type KeptExchange, keepRawExchange } from '../request/raw-exchange.js';
import type { NodeRequestSource } from '../request/request-source.js';
import type { ExchangeHost } from './exchange-host.js';

/** The state of one request and its response; reports its errors. */
export abstract class ExchangeRecord implements KeptExchange, HandlerTimer, RequestEnd {
  /** Bytes of the body that were passed to the connection. */
  bytes = 0;
  /** The error that the response is for; `null` for none. */
  error: unknown = null;
  readonly outgoing: ServerResponse;
  readonly host: ExchangeHost;
  protected readonly source: NodeRequestSource;
  protected readonly lifetime: RequestLifetimeInterface;
  readonly #request: ServerRequestInterface;

  constructor(
    host: ExchangeHost,
    outgoing: ServerResponse,
    request: ServerRequestInterface,
    source: NodeRequestSource,
  ) {
    this.host = host;
    this.outgoing = outgoing;
    this.source = source;
    this.lifetime = request.getLifetime();
    this.#request = request;
    keepRawExchange(this.lifetime, this);
  }

  /** The status of the response; `null` until its headers have been sent. */
  get status(): number | null {
    return this.outgoing.headersSent ? this.outgoing.statusCode : null;
  }

  goOn(): void {
    if (!this.outgoing.headersSent) this.source.body?.goOn();
  }

  allowDirectReads(message: IncomingMessage): void {
    this.source.body?.allowDirectReads(message, (error) => {
      this.bodyFailed(error);
    });
  }

  report(error: unknown, phase: ErrorEvent['phase'] = 'handler'): void {
    this.host.errors.report(error, this.#event(error, phase));
  }

  reportLate(error: unknown): void {
    if (!isAbandoned(error, NodeAdapterError)) this.report(error);
  }

  abstract readonly responder: ((error: Error) => void) | null;

  abstract onTimeout(responder: (error: Error) => void, milliseconds?: number): void;

  /** Called if the client sends a body too slowly that is read from the message itself. */
  protected abstract bodyFailed(error: NodeAdapterError): void;

  /** Runs the end of the request, or a part of it; reports failures as those of a cleanup. */
  protected settle(end: () => Awaitable<void>): void {
    this.host.errors.settle(end, () => this.#event(null, 'cleanup'));
  }

  #event(error: unknown, phase: ErrorEvent['phase']): ErrorEvent {
    return errorEvent(phase, this.status ?? statusOf(error) ?? 500, this.source, this.#request);
  }
}
