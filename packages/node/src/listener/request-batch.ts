import type { ServerResponse } from 'node:http';
import type { ResponseQueue } from './response-queue.js';

/** Answers one request, which the response knows; must not throw. */
export type Answer = (outgoing: ServerResponse) => void;

/**
 * Decides when a request is answered.
 *
 * While several requests arrive in one turn of the event loop, all of them are parsed first and then
 * answered one after the other: parser and application each find their code and data in the caches,
 * and small bodies are there when they are asked for. Their responses are collected likewise. A request that comes alone is answered at once.
 * What that is worth stands in docs/performance.md.
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
    if (this.#lastTurn > 1) {
      if (this.#waiting.length === 0) setImmediate(this.#run);
      this.#waiting.push(outgoing);
      return;
    }
    if (this.#thisTurn++ === 0) setImmediate(this.#count);
    this.#answer(outgoing);
  }

  /** Answers now what waits: a client that has ended its side would not be answered later. */
  flush(): void {
    if (this.#waiting.length > 0) this.#run();
  }

  #turnHad(requests: number): void {
    this.#lastTurn = requests;
    this.#queue.collects = requests > 1;
  }

  readonly #count = (): void => {
    this.#turnHad(this.#thisTurn);
    this.#thisTurn = 0;
  };

  readonly #run = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#turnHad(waiting.length);
    for (const outgoing of waiting) {
      // Who has gone meanwhile was never seen by the application.
      if (!outgoing.req.socket.destroyed) this.#answer(outgoing);
    }
  };
}
