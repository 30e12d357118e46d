import type { StreamInterface } from '@mortise/http-message';

/** Returns the chunks of a body until it ends or the signal fires, which ends it without an error and closes the body. */
export function endedBy(signal: AbortSignal, body: StreamInterface): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const end = { done: true, value: undefined } as const;
  let stop: () => void = () => undefined;
  const stopped = new Promise<typeof end>((resolve) => {
    stop = () => {
      signal.removeEventListener('abort', stop);
      body.close();
      resolve(end);
    };
  });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  const iterator: AsyncIterableIterator<Uint8Array> = {
    async next() {
      try {
        const next = await Promise.race([stopped, chunks.next()]);
        if (next.done === true) stop();
        return next;
      } catch (error) {
        stop();
        if (signal.aborted) return end;
        throw error;
      }
    },
    return() {
      stop();
      return Promise.resolve(end);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
