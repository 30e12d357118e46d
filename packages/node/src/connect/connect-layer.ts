import { andThen, catchAwaitable, statusOf } from '@mortise/base';
import { noteCookiesPassed } from '@mortise/base/adapter';
import {
  closeUnsent,
  isBodilessStatus,
  remainingSize,
  withUnknownLength,
} from '@mortise/base/message';
import type {
  Awaitable,
  RequestEnd,
  RequestHandlerInterface,
  ResponseFactoryInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { ServerResponse } from 'node:http';
import { isNativeError } from 'node:util/types';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { RawExchange } from '../request/raw-exchange.js';
import { leaveFields, putHead, withHead } from './connect-head.js';
import { ConnectTarget, type DividedTarget } from './connect-target.js';
import { LayerOutcome, type Outcome } from './layer-outcome.js';
import { type StandInResponse, standInResponse } from './stand-in-response.js';
import { StandInSocket } from './stand-in-socket.js';
import { writeBody } from './write-body.js';

/** The factories that create the response that a handler writes. */
export type ConnectFactories = ResponseFactoryInterface & StreamFactoryInterface;

type Run = (res: ServerResponse, next: (error?: unknown) => void) => unknown;

/** Passes one request through a Connect-style handler, and the response back. */
export class ConnectLayer {
  readonly #raw: RawExchange;
  readonly #request: ServerRequestInterface;
  readonly #target: ConnectTarget;
  readonly #inner: RequestHandlerInterface;
  readonly #factories: ConnectFactories;
  readonly #socket: StandInSocket;
  readonly #standIn: StandInResponse;
  readonly #res: ServerResponse;
  #passedOn = false;
  /** Whether the handler has begun a response and called `next`, so that nothing would end that response. */
  #isMixed = false;
  /** The response of the inner application, if the handler's own `write` or `end` changes it. */
  #base: ResponseInterface | null = null;
  /** Whether the handler is still writing the body of the returned response. */
  #streams = false;
  readonly #outcome = new LayerOutcome();
  #ended = false;

  constructor(
    raw: RawExchange,
    request: ServerRequestInterface,
    divided: DividedTarget,
    inner: RequestHandlerInterface,
    factories: ConnectFactories,
  ) {
    this.#raw = raw;
    this.#request = request;
    this.#inner = inner;
    this.#factories = factories;
    this.#target = new ConnectTarget(raw.incoming, request, divided);
    this.#socket = new StandInSocket(raw.incoming.socket, () => {
      // A response that the handler writes completely in the same turn is returned in memory.
      process.nextTick(() => {
        this.#refuseMixed();
        this.#take();
      });
    });
    this.#standIn = standInResponse(raw, this.#socket);
    this.#res = this.#standIn.response;
    this.#res.on('error', this.#fail);
    this.#socket.once('close', () => {
      this.#closed();
    });
  }

  /** Returns synchronously if the handler and the inner application do. */
  process(run: Run): Awaitable<ResponseInterface> {
    this.#request.getLifetime().onEnd((end) => {
      this.#end(end);
    });
    if (this.#outcome.current === null) this.#run(run);
    if (this.#res.writableEnded) this.#take();
    return this.#outcome.result();
  }

  #run(run: Run): void {
    void catchAwaitable(() => run(this.#res, this.#next), this.#fail);
  }

  readonly #next = (error?: unknown): void => {
    if (error) this.#fail(error);
    else if (this.#passedOn) return;
    else if (this.#hasBegun) this.#mix();
    else if (this.#outcome.current === null) this.#passOn();
  };

  #passOn(): void {
    this.#passedOn = true;
    void catchAwaitable(
      () =>
        andThen(this.#inner.handle(this.#target.leave()), (response) => {
          this.#respond(response);
        }),
      this.#fail,
    );
  }

  /** Called when the handler has begun a response and passed the request on. It can still end the response in this turn. */
  #mix(): void {
    this.#isMixed = true;
    process.nextTick(() => {
      this.#refuseMixed();
    });
  }

  #refuseMixed(): void {
    if (!this.#isMixed || !this.#hasBegun) return;
    this.#isMixed = false;
    this.#fail(NodeAdapterError.mixedResponse());
  }

  get #hasBegun(): boolean {
    return this.#res.headersSent && !this.#res.writableEnded && !this.#ended;
  }

  /** Called with the inner application's response, which is discarded if the handler wrote one too. */
  #respond(response: ResponseInterface): void {
    if (this.#hasBegun) this.#mix();
    if (this.#outcome.current !== null || this.#res.headersSent) {
      closeUnsent(response.getBody());
      return;
    }
    try {
      this.#write(response);
    } catch (error) {
      closeUnsent(response.getBody());
      this.#fail(error);
    }
  }

  /** Writes a response through the methods that the handler has replaced. */
  #write(response: ResponseInterface): void {
    const res = this.#res;
    const body = response.getBody();
    const hasBody =
      this.#request.getMethod() !== 'HEAD' && !isBodilessStatus(response.getStatusCode());
    putHead(response, res);
    const length = hasBody && !res.hasHeader('Content-Length') ? remainingSize(body) : null;
    if (length !== null) res.setHeader('Content-Length', length);
    const isPlain =
      res.write === ServerResponse.prototype.write && res.end === ServerResponse.prototype.end;
    if (isPlain || response.getStatusCode() === 101) {
      // The body is passed on as it is: a file, text, one with trailers, or a connection for another protocol.
      res.writeHead(res.statusCode);
      const written = withHead(response, res);
      this.#settle({
        response: length === null ? written : written.withoutHeader('Content-Length'),
      });
      return;
    }
    this.#base = response;
    if (hasBody) {
      writeBody(body, res)?.catch(this.#fail);
      return;
    }
    closeUnsent(body);
    res.end();
  }

  /** Creates a response from what the handler has written, if that includes the headers. */
  #take(): void {
    if (this.#outcome.current !== null || !this.#socket.hasHead) return;
    try {
      if (this.#base === null) noteCookiesPassed(this.#request);
      const base = withHead(this.#base ?? this.#factories.createResponse(), this.#res);
      this.#streams = !this.#res.writableEnded;
      const body = this.#streams
        ? this.#factories.createStreamFromResource(this.#socket.body())
        : this.#factories.createStream(this.#socket.takeAll());
      const response = base.withBody(body);
      const isHead = !this.#streams && this.#request.getMethod() === 'HEAD';
      this.#settle({ response: isHead ? withUnknownLength(response, this.#factories) : response });
    } catch (error) {
      this.#fail(error);
    }
  }

  #settle(outcome: Outcome): void {
    this.#target.restore();
    this.#outcome.settle(outcome);
  }

  readonly #fail = (thrown: unknown): void => {
    // An object with a status does not have to be an error. Packages older than ES6 classes inherit from `Error`
    // without calling it; errors of another realm are native, but not instances.
    const error =
      thrown instanceof Error || isNativeError(thrown) || statusOf(thrown) !== null
        ? (thrown as Error)
        : new Error('a Connect-style handler failed', { cause: thrown });
    const { current, returned } = this.#outcome;
    if (!returned) {
      if (current !== null && 'response' in current) closeUnsent(current.response.getBody());
      leaveFields(this.#res, this.#raw.outgoing);
      this.#settle({ error });
    } else if (this.#streams && !this.#socket.complete) this.#socket.destroy(error);
    else if (!this.#ended || !this.#aborted) this.#raw.exchange.report(error);
  };

  /** Called when the handler or an outer layer has closed the response. */
  #closed(): void {
    if (this.#ended || this.#outcome.current !== null) return;
    const error = this.#socket.errored;
    const { outgoing } = this.#raw;
    if (error === null) (outgoing.socket ?? outgoing).destroy();
    this.#fail(error ?? NodeAdapterError.clientGone());
  }

  get #aborted(): boolean {
    return this.#request.getLifetime().signal.aborted;
  }

  /** Called when the real response has ended, or the client has disconnected. */
  #end({ status }: RequestEnd): void {
    this.#ended = true;
    const res = this.#res;
    const outcome = this.#outcome.current;
    if (outcome === null || this.#aborted || !this.#isComplete(outcome)) {
      this.#socket.destroy();
      if (outcome === null) this.#settle({ error: NodeAdapterError.clientGone() });
      return;
    }
    // For loggers: the status that was sent instead.
    if ('error' in outcome && !res.headersSent && status !== null) res.statusCode = status;
    this.#socket.discard();
    res.once('finish', () => this.#socket.destroy());
    this.#standIn.release();
    if (!res.writableEnded) res.end();
  }

  /** Whether no response was left half written. */
  #isComplete(outcome: Outcome): boolean {
    if ('error' in outcome) return !this.#res.headersSent || this.#res.writableEnded;
    return !this.#streams || this.#socket.complete;
  }
}
