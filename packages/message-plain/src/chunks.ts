/**
 * The iterator over a stream's unread rest.
 *
 * Written out: a generator that was not begun does nothing when it is returned from, and the source
 * would not hear of it.
 *
 * @param read the next bytes; empty at the end
 * @param leave called once when the reader stops before the end
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
