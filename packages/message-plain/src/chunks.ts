/**
 * Iterates over the unread rest of a stream. This is not a generator, because `return` of a generator that has not
 * started does nothing, so the source would not be cancelled.
 *
 * @param read returns the next bytes; empty at the end
 * @param leave called once if the consumer stops before the end
 */
export function chunks(
  read: () => Promise<Uint8Array>,
  leave: () => void,
): AsyncIterator<Uint8Array, undefined> {
  let done = false;
  return {
    async next() {
      const chunk = done ? undefined : await read();
      if (chunk !== undefined && chunk.length > 0) return { done: false, value: chunk };
      done = true;
      return { done: true, value: undefined };
    },
    return() {
      if (!done) leave();
      done = true;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}
