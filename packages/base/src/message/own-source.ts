interface NodeStream {
  on(event: 'error', listener: (this: NodeStream, error: Error) => void): unknown;
  destroy(error?: Error): unknown;
}

/**
 * Keeps the error of a Node stream until the stream is read, which then rejects with it. Without a listener, a stream
 * that fails before it is read, such as a file that does not exist, would end the process. Accepts any value.
 */
export function keepError(source: unknown): void {
  if (isNodeStream(source)) source.on('error', destroyWith);
}

/**
 * Takes over a source that is read later, or never: keeps its error ({@link keepError}). `return` destroys a Node stream,
 * also before the first read, and without waiting for a pending one.
 *
 * @returns other sources unchanged
 */
export function ownSource<T>(source: AsyncIterable<T>): AsyncIterable<T> {
  if (!isNodeStream(source)) return source;
  keepError(source);
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      return {
        next: () => iterator.next(),
        return() {
          source.destroy();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

/** A stream remembers the error with which it was destroyed; one that was only emitted would be lost. */
function destroyWith(this: NodeStream, error: Error): void {
  this.destroy(error);
}

/** Whether a value has the structure of a Node stream. */
export function isNodeStream(source: unknown): source is NodeStream {
  const { on, destroy } = Object(source) as Partial<NodeStream>;
  return typeof on === 'function' && typeof destroy === 'function';
}
