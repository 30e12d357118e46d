/** A web stream's reader can be cancelled immediately, its iterator only after the pending chunk. */
interface WebStream {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
}

/** Returns an iterator of a source. For a web stream, `return` cancels it immediately. */
export function iterate(source: AsyncIterable<Uint8Array> & WebStream): AsyncIterator<Uint8Array> {
  const reader = source.getReader?.();
  if (reader === undefined) return source[Symbol.asyncIterator]();
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array>>,
    return: () => reader.cancel() as Promise<never>,
  };
}
