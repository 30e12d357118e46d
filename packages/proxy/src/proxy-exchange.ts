import type { Duplex } from 'node:stream';
import { currentContext, ignoreRejection, memberOf } from '@mortise/base';
import {
  type DispatchController,
  type DispatchedFields,
  type DispatchedHandler,
  InterimLimit,
  receivedFields,
  receivedReason,
  REFUSED_REQUESTS,
  withoutReceivedBytes,
} from '@mortise/base/dispatcher';
import { ByteQueue, type RunInContext, withUnknownLength } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { ProxyError } from './proxy-error.js';
import type { ResolvedProxyOptions } from './proxy-options.js';
import { refuseOtherProtocol, tunnelled } from './tunnel.js';
import type { UpstreamBody } from './upstream-body.js';
import { hasNoBody, isEventStream, upstreamResponse } from './upstream-response.js';

/** Where the response, or the error, is delivered. */
export interface ExchangeResult {
  resolve(response: ResponseInterface): void;
  reject(error: unknown): void;
}

/** One request to the target and its response. */
export class ProxyExchange implements DispatchedHandler {
  readonly #request: ServerRequestInterface;
  readonly #options: ResolvedProxyOptions;
  readonly #body: UpstreamBody;
  readonly #result: ExchangeResult;
  /** What the target sends is received in the context of whatever opened the connection. */
  readonly #hinting: RunInContext | null;
  readonly #queue = new ByteQueue({
    resume: () => this.#controller?.resume(),
    cancel: () => {
      this.stop();
    },
  });
  #controller: DispatchController | null = null;
  #connecting: NodeJS.Timeout | undefined;
  readonly #interim: InterimLimit;
  /** Whether the head of the response has arrived: an error cuts the body then. */
  #hasHead = false;
  /** Why the client no longer waits for the response. */
  #stopped: Error | null = null;
  #isOver = false;

  constructor(
    request: ServerRequestInterface,
    options: ResolvedProxyOptions,
    body: UpstreamBody,
    result: ExchangeResult,
  ) {
    this.#request = request;
    this.#options = options;
    this.#body = body;
    this.#result = result;
    this.#hinting = options.earlyHints === undefined ? null : currentContext();
    const { timeout } = options;
    this.#interim = new InterimLimit(timeout, () => {
      this.#fail(
        ProxyError.late(new Error(`received only interim responses within ${timeout} ms`)),
      );
    });
  }

  /** Waits for a connection, unless there is one already. */
  begin(): void {
    if (this.#controller !== null || this.#isOver) return;
    const { connectTimeout } = this.#options;
    this.#connecting = setTimeout(() => {
      const cause = new Error(`could not connect to the target within ${connectTimeout} ms`);
      this.#fail(ProxyError.late(cause));
    }, connectTimeout);
  }

  /**
   * Cuts the exchange, unless it has ended: the client has disconnected, or has stopped reading the body.
   *
   * @param reason why the request was aborted; `null` if it was not
   */
  stop(reason: unknown = null): void {
    if (this.#isOver) return;
    const unread = 'the response body was closed before its end';
    this.#fail((reason ?? new DOMException(unread, 'AbortError')) as Error);
  }

  onRequestStart(controller: DispatchController): void {
    clearTimeout(this.#connecting);
    // An abort here would close the connection, which others can use.
    if (this.#stopped !== null) throw this.#stopped;
    this.#controller = controller;
  }

  onRequestUpgrade(
    controller: DispatchController,
    status: number,
    headers: DispatchedFields,
    socket: object,
  ): void {
    this.#isOver = true;
    this.#interim.end();
    const upstream = socket as Duplex;
    this.#request.getLifetime().onEnd(() => void upstream.destroy());
    upstream.on('error', () => undefined);
    this.#answer(() => {
      const fields = receivedFields(controller, headers);
      refuseOtherProtocol(fields);
      const { closing } = this.#request.getLifetime();
      return tunnelled(this.#responseOf(status, '', fields), upstream, closing);
    });
  }

  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: DispatchedFields,
    received?: string,
  ): void {
    const fields = receivedFields(controller, headers);
    if (status < 200) {
      this.#interim.begin(this.#body.content);
      if (status === 103) this.#hint(fields);
      return;
    }
    this.#hasHead = true;
    this.#interim.end();
    const reason = receivedReason(received);
    if (isEventStream(fields)) this.#endWithServer();
    if (hasNoBody(this.#request.getMethod(), status)) {
      this.#answer(() => this.#withoutBody(status, reason, fields));
    } else {
      // A small response is complete in the same turn: it is sent from memory, without a stream.
      queueMicrotask(() => {
        this.#answer(() => this.#withBody(status, reason, fields));
      });
    }
  }

  onResponseData(controller: DispatchController, chunk: Uint8Array): void {
    if (!this.#queue.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#isOver = true;
    this.#queue.end();
  }

  onResponseError(_controller: DispatchController | undefined, error: Error): void {
    if (this.#isOver) return;
    // A header or method that a layer has set.
    const isOurs = REFUSED_REQUESTS.has(memberOf(error, 'code'));
    const cause = withoutReceivedBytes(error);
    this.#fail(this.#body.failure() ?? (isOurs ? cause : ProxyError.upstream(cause)));
  }

  /** Ends an event stream, which has no end of its own, when the server begins to close: the browser reconnects. */
  #endWithServer(): void {
    const { closing } = this.#request.getLifetime();
    const end = (): void => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#queue.end();
      this.#controller?.abort(new DOMException('the server is closing', 'AbortError'));
    };
    if (closing.aborted) end();
    else closing.addEventListener('abort', end, { once: true });
  }

  /** Ends the exchange on both sides. */
  #fail(error: Error): void {
    this.#isOver = true;
    this.#stopped = error;
    clearTimeout(this.#connecting);
    this.#interim.end();
    this.#controller?.abort(error);
    if (this.#hasHead) this.#queue.fail(error);
    else this.#result.reject(error);
  }

  #answer(make: () => ResponseInterface): void {
    try {
      this.#result.resolve(make());
    } catch (error) {
      this.#hasHead = false;
      this.#fail(error as Error);
    }
  }

  #withBody(status: number, reason: string, fields: readonly string[]): ResponseInterface {
    const response = this.#responseOf(status, reason, fields);
    const content = this.#queue.takeWhole() ?? this.#queue;
    return response.withBody(this.#factories.createStreamFromResource(content));
  }

  /** For HEAD, the size of the body is unknown unless the target declares it: layers must not take it for empty. */
  #withoutBody(status: number, reason: string, fields: readonly string[]): ResponseInterface {
    const response = this.#responseOf(status, reason, fields);
    return hasNoBody('', status) ? response : withUnknownLength(response, this.#factories);
  }

  #responseOf(status: number, reason: string, fields: readonly string[]): ResponseInterface {
    return upstreamResponse(this.#factories, status, reason, fields, this.#options);
  }

  get #factories() {
    return this.#options.factories(this.#request);
  }

  #hint(fields: readonly string[]): void {
    const links = fields.filter(
      (_, at) => at % 2 === 1 && fields[at - 1]?.toLowerCase() === 'link',
    );
    try {
      const hinted = this.#hinting?.(() =>
        this.#options.earlyHints?.(
          this.#request,
          links.flatMap((value) => value.split(NEXT_LINK)),
        ),
      );
      ignoreRejection(hinted);
    } catch {
      // A hint that the target has malformed must not cost the client the response.
    }
  }
}

/** RFC 8288 3: each link begins with its target in angle brackets. */
const NEXT_LINK = /,[\t ]*(?=<)/;
