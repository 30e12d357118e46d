import type { AsyncResource } from 'node:async_hooks';
import { setImmediate } from '../set-immediate.js';

/** A request that is ready to be handled. */
export interface ReadyRequest {
  /** Must not throw. */
  begin(): void;
}

/** A response that is ready to be sent. */
export interface ReadyResponse {
  /** The context of its request, because sending runs application code, such as an iterable body and cleanups. */
  readonly context: AsyncResource;
  /** Must not throw. */
  send(): void;
  /** The size of its body, once it is sent from memory. */
  readonly bytes: number;
  /** The body of its request. */
  readonly body: { readonly size: number | null } | null;
}

/** Maximum number of requests that wait for the end of their turn. */
const REQUESTS = 64;

/**
 * Fewer requests wait if their bodies take more bytes than this together: all that handlers have made of them survives
 * several of V8's young-generation collections, each of which copies it.
 */
const BYTES = 262_144;

/** Maximum number of responses that are sent together, so that none waits long for slow handlers after it. */
const RESPONSES = 16;

/**
 * Decides when requests are handled and responses are sent.
 *
 * If several requests arrived in the previous turn of the event loop, those of this turn are all parsed first, then handled
 * one after the other, then their responses are sent: parser, application and kernel each find their code and data in the CPU caches,
 * and small bodies have arrived when they are read. A request that arrives alone is handled immediately, and so is its
 * response. benchmarks/NOTES.md has the measurements.
 */
export class Turns {
  /** Whether more responses are likely to be ready in the same turn. */
  #collects = false;
  #requests: ReadyRequest[] = [];
  #responses: ReadyResponse[] = [];
  #thisTurn = 0;
  #lastTurn = 0;
  /** How many bytes the bodies of a request and its response had on average of late. */
  #weight = 0;
  /** How many requests wait for the end of this turn. */
  #most = REQUESTS;

  /**
   * Handles a request now, or at the end of the turn. Without this optimization: `request.begin()`.
   *
   * @param isAlone whether the request must not wait for others
   */
  begin(request: ReadyRequest, isAlone: boolean): void {
    if (isAlone) {
      this.#collects = false;
      request.begin();
      return;
    }
    if (this.#thisTurn++ === 0) setImmediate(this.#endTurn);
    if (this.#lastTurn <= 1) request.begin();
    else if (this.#requests.push(request) >= this.#most) this.#beginAll();
  }

  /** Sends a response now, or after the handlers of the turn. Without this optimization: `response.send()`. */
  send(response: ReadyResponse): void {
    if (!this.#collects) {
      response.send();
      this.#weigh(response);
      return;
    }
    const count = this.#responses.push(response);
    // `nextTick` callbacks run after the current code has ended, and again after all promise callbacks.
    if (count === 1) process.nextTick(this.#sendAll);
    else if (count === RESPONSES) this.#sendAll();
  }

  /**
   * Handles all waiting requests, and lets no more wait: a client that has ended its side would get no response later.
   */
  flush(): void {
    this.#collects = false;
    this.#beginAll();
  }

  readonly #endTurn = (): void => {
    this.#lastTurn = this.#thisTurn;
    this.#thisTurn = 0;
    this.#collects = this.#lastTurn > 1;
    this.#most = Math.min(REQUESTS, BYTES / this.#weight);
    this.#beginAll();
  };

  #beginAll(): void {
    const requests = this.#requests;
    this.#requests = [];
    for (const request of requests) request.begin();
  }

  readonly #sendAll = (): void => {
    const responses = this.#responses;
    this.#responses = [];
    for (const response of responses) {
      response.context.runInAsyncScope(sendOne, response);
      this.#weigh(response);
    }
  };

  #weigh({ bytes, body }: ReadyResponse): void {
    this.#weight += (bytes + (body?.size ?? 0) - this.#weight) / 16;
  }
}

function sendOne(this: ReadyResponse): void {
  this.send();
}
