import type { Readable } from 'node:stream';
import {
  type DispatchController,
  type DispatchedFields,
  type DispatchedHandler,
  InterimLimit,
  receivedFields,
  receivedReason,
  withoutReceivedBytes,
} from '@mortise/base/dispatcher';
import { ByteQueue, isBodilessStatus } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import type { NetworkError } from './http-client-error.js';
import { failure, networkErrorOf } from './network-error-of.js';
import type { ResolvedClientOptions } from './client-options.js';
import type { Ending } from './ending.js';
import type { OutgoingRequest } from './outgoing-request.js';

const NO_CONNECTION =
  'no connection became available in time: read each response body to its end, or close it';

/** One attempt to send a request. */
export class Attempt implements DispatchedHandler {
  readonly #outgoing: OutgoingRequest;
  readonly #factories: ResolvedClientOptions['factories'];
  readonly #ending: Ending;
  /** How many bytes the body of the response may still have. */
  #room: number;
  readonly #interim: InterimLimit;
  /** The body of the request. */
  #content: Readable | Uint8Array | null = null;
  readonly #queue = new ByteQueue({
    resume: () => {
      this.#wasRead = true;
      this.#controller?.resume();
    },
    cancel: () => {
      this.#fail(failure('ABORTED', this.#outgoing.request));
    },
  });
  #controller: DispatchController | null = null;
  /** Whether so much of the body has arrived that the server waits. */
  #isFull = false;
  /** Whether some of the body has been read. */
  #wasRead = false;
  #hasHead = false;
  /** How it has ended: `error` is `null` if the response is complete. */
  #over: { readonly error: Error | null } | null = null;
  #resolve!: (response: ResponseInterface) => void;
  #reject!: (error: Error) => void;
  #whenOver: () => void = () => undefined;

  constructor(
    outgoing: OutgoingRequest,
    {
      factories,
      headersTimeout,
      maxBytes,
    }: Pick<ResolvedClientOptions, 'factories' | 'headersTimeout' | 'maxBytes'>,
    ending: Ending,
  ) {
    this.#outgoing = outgoing;
    this.#factories = factories;
    this.#ending = ending;
    this.#room = maxBytes;
    this.#interim = new InterimLimit(headersTimeout, () => {
      const cause = new Error(`received only interim responses within ${headersTimeout} ms`);
      this.#fail(failure('UPSTREAM_TIMEOUT', outgoing.request, cause));
    });
  }

  /**
   * @param begin gets the body of the request
   * @returns the response, once its head has arrived
   */
  run(
    begin: (handler: DispatchedHandler, body: Readable | Uint8Array | null) => void,
  ): Promise<ResponseInterface> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#ending.onStop((error) => {
        this.#fail(error.code === 'UPSTREAM_TIMEOUT' ? this.#late(error) : error);
      });
      if (this.#over !== null) return;
      const body = this.#outgoing.body();
      this.#content = body;
      begin(this, body);
    });
  }

  /** Closes a body that waits to be read, and that nobody has begun to read: the client is closing. */
  abandon(): void {
    if (!this.#isFull || this.#wasRead) return;
    const cause = new Error('the client was closed before the body was read');
    this.#fail(failure('ABORTED', this.#outgoing.request, cause));
  }

  /** Calls a function when the body of the response has ended, has failed or was closed; immediately if it has. */
  whenOver(then: () => void): void {
    this.#whenOver = then;
    if (this.#over !== null) then();
  }

  onRequestStart(controller: DispatchController): void {
    // An abort here would close the connection, which others can use.
    if (this.#over?.error) throw this.#over.error;
    this.#controller = controller;
  }

  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: DispatchedFields,
    reason?: string,
  ): void {
    if (status < 200) {
      this.#interim.begin(this.#content);
      return;
    }
    this.#interim.end();
    try {
      let response = this.#factories.createResponse(status, receivedReason(reason));
      const fields = receivedFields(controller, headers);
      for (let at = 0; at < fields.length; at += 2) {
        response = response.withAddedHeader(fields[at] as string, fields[at + 1] as string);
      }
      this.#hasHead = true;
      // undici would fail: it misses the bytes of Content-Length, which in a 304 is that of a 200 (RFC 9110 8.6).
      if (isBodilessStatus(status)) this.onResponseEnd();
      // A small response is complete in the same turn: it needs no stream.
      queueMicrotask(() => {
        const content = this.#queue.takeWhole() ?? this.#queue;
        this.#resolve(response.withBody(this.#factories.createStreamFromResource(content)));
      });
    } catch (cause) {
      this.#fail(failure('RESPONSE_INVALID', this.#outgoing.request, cause));
    }
  }

  onResponseData(controller: DispatchController, chunk: Uint8Array): void {
    // What follows a response without a body is read, so that the connection goes on.
    if (this.#over !== null) return;
    this.#room -= chunk.length;
    if (this.#room < 0) this.#fail(failure('RESPONSE_TOO_LARGE', this.#outgoing.request));
    else if (!this.#queue.push(chunk)) {
      this.#isFull = true;
      controller.pause();
    }
  }

  onResponseEnd(): void {
    if (this.#over !== null) return;
    this.#over = { error: null };
    this.#queue.end();
    this.#whenOver();
  }

  onResponseError(_controller: DispatchController | undefined, error: Error): void {
    const cause = withoutReceivedBytes(error);
    this.#fail(networkErrorOf(cause, this.#outgoing.request, this.#controller !== null));
  }

  /** The server has not even got the request if there was no connection for it. */
  #late(error: NetworkError): NetworkError {
    if (this.#controller !== null) return error;
    return failure('UPSTREAM_TIMEOUT', this.#outgoing.request, new Error(NO_CONNECTION));
  }

  #fail(error: Error): void {
    if (this.#over !== null) return;
    this.#over = { error };
    this.#interim.end();
    this.#controller?.abort(error);
    if (!this.#hasHead) {
      this.#reject(error);
      return;
    }
    this.#queue.fail(error);
    this.#whenOver();
  }
}
