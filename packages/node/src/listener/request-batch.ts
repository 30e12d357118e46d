import type { ServerResponse } from 'node:http';
import type { ResponseQueue } from './response-queue.js';

/** Handles one request, which the response refers to; must not throw. */
export type Answer = (outgoing: ServerResponse) => void;

/**
 * Maximum number of requests that wait for the end of their turn. More than that live through several of V8's
 * collections of young objects, each of which copies them.
 */
const FULL = 64;

/**
 * Decides when a request is handled.
 *
 * If several requests arrive in one turn of the event loop, all of them are parsed first and then handled one
 * after the other: parser and application each find their code and data in the CPU caches, and small bodies
 * have arrived when they are read. Their responses are collected in the same way. A request that arrives alone
 * is handled immediately. docs/performance.md has the measurements.
 */
export class RequestBatch {
  readonly #answer: Answer;
  readonly #queue: ResponseQueue;
  #waiting: ServerResponse[] = [];
  #thisTurn = 0;
  #lastTurn = 0;

  constructor(answer: Answer, queue: ResponseQueue) {
    this.#answer = answer;
    this.#queue = queue;
  }

  push(outgoing: ServerResponse): void {
    if (this.#thisTurn++ === 0) setImmediate(this.#endTurn);
    if (this.#lastTurn <= 1) this.#answer(outgoing);
    else if (this.#waiting.push(outgoing) === FULL) this.flush();
  }

  /** Handles the waiting requests now: a client that has ended its side would get no response later. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const outgoing of waiting) {
      // The application never sees requests whose client disconnected in the meantime.
      if (!outgoing.req.socket.destroyed) this.#answer(outgoing);
    }
  }

  readonly #endTurn = (): void => {
    this.#lastTurn = this.#thisTurn;
    this.#thisTurn = 0;
    this.#queue.collects = this.#lastTurn > 1;
    this.flush();
  };
}
