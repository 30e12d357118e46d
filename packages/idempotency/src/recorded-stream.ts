import { ByteCollector } from '@mortise/base';
import type { StreamInterface } from '@mortise/http-message';
import type { NotKeptReason } from './idempotency-event.js';

/** Receives the whole body of a response, or the reason why it is not kept. Never rejects. */
export type Settle = (content: Uint8Array | NotKeptReason) => Promise<void>;

/**
 * Returns the chunks of a body unchanged, and records them. The client gets each chunk as soon as it exists, and the
 * end of the body after `settle` has resolved.
 *
 * @param settle called once
 */
export function recordedStream(
  body: StreamInterface,
  maxBytes: number,
  settle: Settle,
): AsyncIterable<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const bytes = new ByteCollector();
  let isTooLarge = false;
  let settled: Promise<void> | null = null;
  const finish: Settle = (content) => (settled ??= settle(content));

  const iterator: AsyncIterableIterator<Uint8Array> = {
    async next() {
      try {
        const result: IteratorResult<Uint8Array, unknown> = await source.next();
        if (result.done === true) {
          await finish(bytes.take());
          return { done: true, value: undefined };
        }
        record(result.value);
        return { value: result.value };
      } catch (error) {
        await finish('incomplete');
        throw error;
      }
    },
    async return() {
      // Not `source.return()`, which cancels nothing before the first chunk was read.
      body.close();
      await finish('incomplete');
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;

  function record(chunk: Uint8Array): void {
    if (isTooLarge) return;
    bytes.add(chunk);
    if (bytes.size <= maxBytes) return;
    isTooLarge = true;
    bytes.clear();
    void finish('too-large');
  }
}
