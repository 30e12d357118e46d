import type { ServerResponse } from 'node:http';
import { RequestContext } from './request-context.js';
import type { ResponseQueue } from './response-queue.js';

/**
 * Handles one request; must not throw.
 *
 * @param outgoing refers to the request
 * @param context in which to handle it; absent for a request that has not waited
 */
export type Answer = (outgoing: ServerResponse, context?: RequestContext) => void;

/**
 * Maximum number of requests that wait for the end of their turn. More than that live through several of V8's
 * collections of young objects, each of which copies them.
 */
const FULL = 64;

class WaitingRequest extends RequestContext {
  readonly outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    super();
    this.outgoing = outgoing;
  }
}

/** Requests that wait for the end of their turn. */
export interface RequestBatch {
  push(outgoing: ServerResponse): void;
  /** Handles the waiting requests now: a client that has ended its side would get no response later. */
  flush(): void;
}

/**
 * Decides when a request is handled.
 *
 * If several requests arrive in one turn of the event loop, all of them are parsed first and then handled one
 * after the other: parser and application each find their code and data in the CPU caches, and small bodies
 * have arrived when they are read. Their responses are collected in the same way. A request that arrives alone
 * is handled immediately. docs/performance.md has the measurements.
 */
export function requestBatch(answer: Answer, queue: ResponseQueue): RequestBatch {
  let waiting: WaitingRequest[] = [];
  let thisTurn = 0;
  let lastTurn = 0;
  const flush = (): void => {
    const requests = waiting;
    waiting = [];
    for (const request of requests) {
      // The application never sees requests whose client disconnected in the meantime.
      if (!request.outgoing.req.socket.destroyed) answer(request.outgoing, request);
    }
  };
  const endTurn = (): void => {
    lastTurn = thisTurn;
    thisTurn = 0;
    queue.collects = lastTurn > 1;
    flush();
  };
  return {
    push(outgoing) {
      if (thisTurn++ === 0) setImmediate(endTurn);
      if (lastTurn <= 1) answer(outgoing);
      else if (waiting.push(new WaitingRequest(outgoing)) === FULL) flush();
    },
    flush,
  };
}
