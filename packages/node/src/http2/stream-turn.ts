import { AsyncResource } from 'node:async_hooks';
import type { ServerHttp2Stream } from 'node:http2';

/** A stream whose request has not been handled yet. */
interface Waiting {
  readonly stream: ServerHttp2Stream;
  readonly handle: () => void;
  /** The asynchronous context in which the stream arrived, such as its trace. */
  readonly context: AsyncResource;
  trailers: readonly unknown[] | null;
}

/** @param handle must not throw; called in the current asynchronous context; not if the stream has been closed */
export type TakeTurn = (stream: ServerHttp2Stream, handle: () => void) => void;

/**
 * Decides when the requests of one connection are handled. The first one in a turn of the event loop is handled
 * immediately. The others wait until the current read has been parsed, and those that the client has reset by then are
 * dropped: one read can open and reset a thousand streams (CVE-2023-44487).
 */
export function streamTurn(): TakeTurn {
  let waiting: Waiting[] = [];
  let hasBegun = false;
  const end = (): void => {
    const requests = waiting;
    waiting = [];
    hasBegun = false;
    for (const { stream, handle, context, trailers } of requests) {
      if (stream.closed || stream.destroyed) continue;
      context.runInAsyncScope(() => {
        handle();
        // The trailers arrived before the request had a listener.
        if (trailers !== null) stream.emit('trailers', ...trailers);
      });
    }
  };
  return (stream, handle) => {
    if (!hasBegun) {
      hasBegun = true;
      setImmediate(end);
      handle();
      return;
    }
    // Not `AsyncResource.bind`, which takes a hundred times as long in Node 20.
    const context = new AsyncResource('MortiseStream');
    const request: Waiting = { stream, handle, context, trailers: null };
    waiting.push(request);
    stream.once('trailers', (...trailers: unknown[]) => (request.trailers = trailers));
  };
}
