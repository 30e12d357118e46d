import { ByteCollector } from '@mortise/base';
import { BodyPace, type BodyWatcher } from '@mortise/base/adapter';
import type { BodySource } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import { Arrival, takeArrived } from '../fast/arrival.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import { BodyReader } from './body-reader.js';
import type { BodyTimeouts } from './body-timeouts.js';
import { DirectReads } from './direct-reads.js';
import { receiveBody } from './receive-body.js';
import { refuseReads } from './refuse-reads.js';

/** The body of a `node:http` request; nothing is read, or requested from the client, before a method is called. */
export class NodeBodySource implements BodySource {
  readonly size: number | null;
  /** Notified when a read waits; `null` for none. */
  watcher: BodyWatcher | null = null;
  readonly #message: IncomingMessage;
  readonly #timeouts: BodyTimeouts;
  readonly #limit: number;
  #sendContinue: (() => void) | null;
  #consumed = false;
  #reader: BodyReader | null = null;
  #direct: DirectReads | null = null;
  /** The wait for a body that is read as a whole. */
  #arrival: Arrival | null = null;

  /**
   * @param limit maximum number of bytes that {@link bytes} accepts
   * @param sendContinue sends `100 Continue` (RFC 9110 10.1.1); `null` if the client does not wait
   */
  constructor(
    message: IncomingMessage,
    size: number | null,
    limit: number,
    timeouts: BodyTimeouts,
    sendContinue: (() => void) | null,
  ) {
    this.#message = message;
    this.size = size;
    this.#limit = limit;
    this.#timeouts = timeouts;
    this.#sendContinue = sendContinue;
  }

  bytes(): Promise<Uint8Array> {
    if (this.#isConsumed) return Promise.reject(this.#refusal());
    if (this.size !== null && this.size > this.#limit) return Promise.reject(tooLarge(this.#limit));
    this.#consume();
    this.continueOnce();
    return this.#all();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    if (this.#isConsumed) throw this.#refusal();
    this.#consume();
    this.#reader = new BodyReader(this.#message, this.#timeouts.idle, this.#pace(), () => {
      this.continueOnce();
    });
    return this.#reader;
  }

  /** Sends `100 Continue` to a client that waits for it, once. */
  continueOnce(): void {
    const send = this.#sendContinue;
    this.#sendContinue = null;
    send?.();
  }

  /**
   * Allows the message to be read directly from now on: the timeouts of the body apply to that too. If this source has
   * been read, nothing would arrive.
   *
   * @param message the message that is read; over HTTP/2, not the one of this source
   * @param onFailure called at most once, with a 400, 408 or 431; `BODY_CONSUMED`, a 500, when the message is read
   */
  allowDirectReads(message: IncomingMessage, onFailure: (error: NodeAdapterError) => void): void {
    if (this.#consumed) {
      refuseReads(message, () => {
        onFailure(new NodeAdapterError('BODY_CONSUMED', READ_BEFORE, 500));
      });
    }
    if (this.#isConsumed || message.complete) return;
    this.#direct ??= new DirectReads(message, this.#timeouts, this.#pace(), onFailure);
  }

  /**
   * Limits the bytes of a body of unknown size that is read directly.
   *
   * @param message the one that was passed to {@link allowDirectReads}
   * @throws {NodeAdapterError} `BODY_TOO_LARGE` if more have arrived
   */
  limitDirectReads(message: IncomingMessage, most: number): void {
    if (message.complete && message.readableLength > most) throw tooLarge(most);
    this.#direct?.limit(most, () => tooLarge(most));
  }

  /** Stops using the request: see {@link BodyReader.endRequest}. */
  endRequest(): void {
    this.#arrival?.expectNoMore();
    this.#direct?.end();
    this.#reader?.endRequest();
  }

  #consume(): void {
    this.#consumed = true;
    this.#direct?.end();
  }

  /** Whether the body was consumed, by a reader of this source or by a Connect-style handler. */
  get #isConsumed(): boolean {
    return this.#consumed || this.#message.readableDidRead;
  }

  /** The message itself is read only by middleware for Connect, and by the server when the request has ended. */
  #refusal(): NodeAdapterError {
    const advice = this.#consumed
      ? '; read it once and keep the result'
      : ', or its request has ended: read it before you return the response, and remove Connect middleware that reads it, such as express.json(): createApp({ body: {} }) parses it';
    return new NodeAdapterError('BODY_CONSUMED', `the request body has already been read${advice}`);
  }

  #pace(): BodyPace<NodeAdapterError> {
    return new BodyPace(this.watcher, this.#timeouts);
  }

  #all(): Promise<Uint8Array> {
    if (this.#message.complete) return this.#complete();
    return new Promise((resolve) => {
      this.#arrival = new Arrival(() => {
        resolve(this.#complete());
      });
    });
  }

  async #complete(): Promise<Uint8Array> {
    const body = takeArrived(this.#message);
    if (body === null) return this.#collect();
    if (body.length > this.#limit) throw tooLarge(this.#limit);
    return body;
  }

  #collect(): Promise<Uint8Array> {
    const { idle, whole } = this.#timeouts;
    const pace = this.#pace();
    return new Promise((resolve, reject) => {
      const bytes = new ByteCollector();
      const settle = (): void => {
        stop();
        forNext.end();
        forAll.end();
        pace.rest();
      };
      const fail = (error: NodeAdapterError): void => {
        settle();
        reject(error);
      };
      const end = (): void => {
        settle();
        resolve(bytes.take());
      };
      const take = (chunk: Uint8Array): void => {
        bytes.add(chunk);
        const slow = pace.take(chunk.length);
        if (bytes.size > this.#limit) fail(tooLarge(this.#limit));
        else if (slow !== null) fail(slow);
        else idle.renew(forNext);
      };
      const forNext = idle.add({ fail });
      const forAll = whole.add({ fail });
      pace.wait();
      const stop = receiveBody(this.#message, { take, end, fail });
    });
  }
}

const READ_BEFORE =
  'a Connect-style handler reads a body that was read before: give the route { body: false }, and read it once';

function tooLarge(limit: number): NodeAdapterError {
  return new NodeAdapterError(
    'BODY_TOO_LARGE',
    `The request body exceeds the limit of ${limit} bytes.`,
    413,
  );
}
