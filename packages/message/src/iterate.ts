/** What a web stream has besides its iterator, which would be cancelled only after its next chunk. */
interface WebStream {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
}

/** Returns the iterator of a source, which cancels it at once when it returns. */
export function iterate(source: AsyncIterable<Uint8Array> & WebStream): AsyncIterator<Uint8Array> {
  const reader = source.getReader?.();
  if (reader === undefined) return source[Symbol.asyncIterator]();
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array>>,
    return: () => reader.cancel() as Promise<never>,
  };
}
