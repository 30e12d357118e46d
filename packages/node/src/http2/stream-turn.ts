import type { ServerHttp2Stream } from 'node:http2';

/** A stream whose request has not been handled yet. */
interface Waiting {
  readonly stream: ServerHttp2Stream;
  readonly handle: () => void;
  trailers: readonly unknown[] | null;
}

/** @param handle must not throw; not called if the stream has been closed */
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
    for (const { stream, handle, trailers } of requests) {
      if (stream.closed || stream.destroyed) continue;
      handle();
      // The trailers arrived before the request had a listener.
      if (trailers !== null) stream.emit('trailers', ...trailers);
    }
  };
  return (stream, handle) => {
    if (!hasBegun) {
      hasBegun = true;
      setImmediate(end);
      handle();
      return;
    }
    const request: Waiting = { stream, handle, trailers: null };
    waiting.push(request);
    stream.once('trailers', (...trailers: unknown[]) => (request.trailers = trailers));
  };
}
