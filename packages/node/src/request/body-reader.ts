import type { BodyPace } from '@mortise/base/adapter';
import type { IncomingMessage } from 'node:http';
import type { Deadlines, Wait } from '../deadlines.js';
import { Arrival, takeArrived } from '../fast/arrival.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { BodyWaiter } from './body-timeouts.js';
import { type BodyReceiver, receiveBody } from './receive-body.js';

/** Maximum number of chunks read ahead of the reader; more stay in Node, which makes the client wait. */
const AHEAD = 4;

/** Maximum bytes of a body that is taken from Node as a whole; a larger one is received in chunks. */
const MOST_AT_ONCE = 64 * 1_024;

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };

/** A pending read. */
interface Reader {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: NodeAdapterError) => void;
}

/**
 * Reads the body of a request chunk by chunk, as received, with little read-ahead. Nothing
 * is read, or requested from the client, before the first `next`.
 */
export class BodyReader implements AsyncIterableIterator<Uint8Array>, BodyReceiver {
  readonly #message: IncomingMessage;
  readonly #idle: Deadlines<BodyWaiter>;
  readonly #pace: BodyPace<NodeAdapterError>;
  #chunks: Uint8Array[] = [];
  #error: NodeAdapterError | null = null;
  #ended = false;
  #begun = false;
  #arrival: Arrival | null = null;
  /** Whether the request has ended. */
  #isOver = false;
  /** Pending reads, in order. */
  readonly #readers: Reader[] = [];
  #wait: Wait<BodyWaiter> | null = null;
  readonly #onFirstRead: () => void;
  /** Stops receiving; `null` before receiving begins, and for a body that was taken as a whole. */
  #stop: (() => void) | null = null;

  constructor(
    message: IncomingMessage,
    idle: Deadlines<BodyWaiter>,
    pace: BodyPace<NodeAdapterError>,
    onFirstRead: () => void,
  ) {
    this.#message = message;
    this.#idle = idle;
    this.#pace = pace;
    this.#onFirstRead = onFirstRead;
  }

  next(): Promise<Result> {
    if (!this.#begun) this.#begin();
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
      if (this.#stop !== null || this.#ended) this.#serve();
    });
  }

  /** Starts reading. A body that has already arrived needs no listeners, and its reads do not wait. */
  #begin(): void {
    this.#begun = true;
    if (this.#ended) return;
    this.#onFirstRead();
    if (this.#takeAll()) return;
    this.#arrival = new Arrival(() => {
      if (this.#ended || this.#takeAll()) return;
      this.#stop = receiveBody(this.#message, this);
      this.#serve();
    });
  }

  /** Takes the whole body, if it has arrived. @returns whether it had */
  #takeAll(): boolean {
    const bytes = takeArrived(this.#message, MOST_AT_ONCE);
    if (bytes === null) return false;
    if (bytes.length > 0) this.#chunks.push(bytes);
    this.#ended = true;
    this.#serve();
    return true;
  }

  return(): Promise<Result> {
    this.#chunks = [];
    this.end();
    return Promise.resolve(DONE);
  }

  /** Called when the request has ended: the client no longer waits, so a reader that has fallen behind fails. */
  endRequest(): void {
    this.#arrival?.expectNoMore();
    this.#isOver = true;
    if (this.#chunks.length >= AHEAD) this.#holdBack();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Resolves pending reads, in order, and continues reading while one is left. */
  #serve(): void {
    this.#wait?.end();
    for (let reader = this.#readers[0]; reader !== undefined; reader = this.#readers[0]) {
      const value = this.#chunks.shift();
      if (value !== undefined) reader.resolve({ done: false, value });
      else if (this.#error !== null) reader.reject(this.#error);
      else if (this.#ended) reader.resolve(DONE);
      else {
        this.#wait = this.#idle.add(this);
        this.#pace.wait();
        this.#message.resume();
        return;
      }
      this.#readers.shift();
    }
    this.#pace.rest();
  }

  readonly take = (chunk: Uint8Array): void => {
    const slow = this.#pace.take(chunk.length);
    if (slow !== null) {
      this.fail(slow);
      return;
    }
    this.#chunks.push(chunk);
    this.#serve();
    if (this.#chunks.length >= AHEAD) this.#holdBack();
  };

  readonly end = (): void => {
    this.#ended = true;
    this.#stop?.();
    this.#serve();
  };

  readonly fail = (error: NodeAdapterError): void => {
    this.#error ??= error;
    this.end();
  };

  #holdBack(): void {
    if (this.#isOver) this.fail(NodeAdapterError.requestEnded());
    else this.#message.pause();
  }
}
