import type { StreamInterface } from '@mortise/http-message';

type Result = IteratorResult<Uint8Array, undefined>;

const END: Result = { done: true, value: undefined };

/**
 * Returns the chunks of a body until it ends or the signal aborts, which ends the iteration without an error and closes
 * the body. Supports one read at a time.
 */
export function endedBy(signal: AbortSignal, body: StreamInterface): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let isStopped = false;
  /** Ends the pending read. A promise that all reads share would keep all their chunks alive. */
  let endRead: () => void = () => undefined;
  const stop = (): void => {
    isStopped = true;
    signal.removeEventListener('abort', stop);
    body.close();
    endRead();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  const iterator: AsyncIterableIterator<Uint8Array> = {
    next() {
      if (isStopped) return Promise.resolve(END);
      return new Promise<Result>((resolve, reject) => {
        endRead = () => {
          resolve(END);
        };
        chunks.next().then(
          (next) => {
            if (next.done === true) stop();
            else resolve(next);
          },
          (error: unknown) => {
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the body threw
            reject(error);
            stop();
          },
        );
      });
    },
    return() {
      stop();
      return Promise.resolve(END);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
