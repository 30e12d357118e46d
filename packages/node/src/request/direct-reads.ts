import type { BodyPace } from '@mortise/base/adapter';
import type { IncomingMessage } from 'node:http';
import type { Wait } from '../deadlines.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { BodyTimeouts, BodyWaiter, LookedAtBody } from './body-timeouts.js';

/**
 * Watches a body that is read from the message itself, as Connect-style handlers do.
 *
 * Such a reader does not request each chunk, so periodic checks decide whether it is waiting for the client: it is if
 * the message flows or has a `readable` listener, and has no buffered bytes.
 */
export class DirectReads implements LookedAtBody {
  readonly #message: IncomingMessage;
  readonly #timeouts: BodyTimeouts;
  readonly #pace: BodyPace<NodeAdapterError>;
  readonly #onFailure: (error: NodeAdapterError) => void;
  #idle: Wait<BodyWaiter> | null = null;
  #received = 0;
  #most = Infinity;
  #tooMuch: (() => NodeAdapterError) | null = null;
  #look: Wait<LookedAtBody> | null;
  /** Called if the next byte has not arrived in time, which matters only if the handler is still reading. */
  readonly #waiter: BodyWaiter = {
    fail: (error) => {
      if (waitsForClient(this.#message)) this.#fail(error);
      else this.#rest();
    },
  };

  /** @param onFailure called at most once, with a 400, 408, 413 or 431 */
  constructor(
    message: IncomingMessage,
    timeouts: BodyTimeouts,
    pace: BodyPace<NodeAdapterError>,
    onFailure: (error: NodeAdapterError) => void,
  ) {
    this.#message = message;
    this.#timeouts = timeouts;
    this.#pace = pace;
    this.#onFailure = onFailure;
    this.#look = timeouts.looks.add(this);
    message.once('close', () => {
      // If the server has failed it, the handler may not notice.
      if (this.#look !== null) this.look();
    });
    const push = message.push.bind(message);
    // Node passes each piece of the body to this method, read or not, and `null` at the end.
    message.push = (chunk: Uint8Array | null, encoding) => {
      if (chunk === null) this.end();
      else this.#take(chunk.length);
      return push(chunk, encoding);
    };
  }

  /** @param tooMuch creates the error for more bytes than `most` */
  limit(most: number, tooMuch: () => NodeAdapterError): void {
    this.#most = most;
    this.#tooMuch = tooMuch;
    this.#count(0);
  }

  #count(bytes: number): void {
    this.#received += bytes;
    if (this.#received <= this.#most || this.#tooMuch === null) return;
    this.#most = Infinity;
    this.#fail(this.#tooMuch());
  }

  look(): void {
    this.#look?.end();
    this.#look = null;
    const message = this.#message;
    const failure = failureOf(message);
    if (message.complete || (message.destroyed && failure === null)) {
      this.end();
      return;
    }
    this.#look = this.#timeouts.looks.add(this);
    if (!waitsForClient(message)) this.#rest();
    else if (failure !== null) this.#fail(failure);
    else {
      this.#idle ??= this.#timeouts.idle.add(this.#waiter);
      this.#pace.wait();
    }
  }

  /** Stops watching. */
  end(): void {
    this.#look?.end();
    this.#look = null;
    this.#rest();
  }

  #take(bytes: number): void {
    this.#count(bytes);
    const slow = this.#pace.take(bytes);
    if (slow !== null) this.#fail(slow);
    else if (this.#idle !== null) this.#timeouts.idle.renew(this.#idle);
  }

  #fail(error: NodeAdapterError): void {
    this.end();
    this.#onFailure(error);
  }

  #rest(): void {
    this.#idle?.end();
    this.#idle = null;
    this.#pace.rest();
  }
}

/** The error with which the server has failed a body; `null` if it has not. */
function failureOf({ errored }: IncomingMessage): NodeAdapterError | null {
  const isOwn = errored instanceof NodeAdapterError && errored.code.startsWith('BODY_');
  return isOwn ? errored : null;
}

function waitsForClient(message: IncomingMessage): boolean {
  const isRead = message.readableFlowing === true || message.listenerCount('readable') > 0;
  return isRead && message.readableLength === 0;
}
