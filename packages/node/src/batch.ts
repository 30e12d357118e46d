import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers one request; must not throw. */
export type Answer = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  waitsToGoOn: boolean,
) => void;

/**
 * Decides when a request is answered.
 *
 * While several requests arrive in one turn of the event loop, all of them are parsed first and then
 * answered one after the other: parser and application each find their code and data in the caches,
 * and small bodies are there when they are asked for. A request that comes alone is answered at once.
 * What that is worth stands in docs/performance.md.
 */
export class Batch {
  readonly #answer: Answer;
  #waiting: { incoming: IncomingMessage; outgoing: ServerResponse; waitsToGoOn: boolean }[] = [];
  #thisTurn = 0;
  #lastTurn = 0;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  push(incoming: IncomingMessage, outgoing: ServerResponse, waitsToGoOn: boolean): void {
    if (this.#lastTurn > 1) {
      if (this.#waiting.length === 0) setImmediate(this.#run);
      this.#waiting.push({ incoming, outgoing, waitsToGoOn });
      return;
    }
    if (this.#thisTurn++ === 0) setImmediate(this.#count);
    this.#answer(incoming, outgoing, waitsToGoOn);
  }

  /** Answers now what waits: a client that has ended its side would not be answered later. */
  flush(): void {
    if (this.#waiting.length > 0) this.#run();
  }

  readonly #count = (): void => {
    this.#lastTurn = this.#thisTurn;
    this.#thisTurn = 0;
  };

  readonly #run = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#lastTurn = waiting.length;
    for (const { incoming, outgoing, waitsToGoOn } of waiting) {
      // Who has gone meanwhile was never seen by the application.
      if (!incoming.socket.destroyed) this.#answer(incoming, outgoing, waitsToGoOn);
    }
  };
}
