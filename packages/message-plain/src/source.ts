import { joinBytes } from '@mortise/base';
import type { BodySource } from '@mortise/http-message';
import { releaseSource, Utf8Chunks } from '@mortise/base/message';
import { chunks } from './chunks.js';
import { type MessageError, refusal } from './message-error.js';
import { detached } from './stream-checks.js';

/** Reads a resource in whole chunks, and returns as many bytes as requested. Reads run one at a time, in order. */
export class Source {
  readonly #resource: AsyncIterable<Uint8Array> | BodySource;
  #iterator: AsyncIterator<Uint8Array> | undefined;
  #left: Uint8Array = new Uint8Array();
  #turn: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  readonly #text = new Utf8Chunks();
  #finished = false;
  /** Rejects the wait for the next chunk. */
  #stopWaiting: (error: unknown) => void = () => undefined;

  constructor(resource: AsyncIterable<Uint8Array> | BodySource) {
    this.#resource = resource;
  }

  /** Whether the resource has ended and everything has been read. */
  get ended(): boolean {
    return this.#finished && this.#left.length === 0;
  }

  /** @param length maximum number of bytes; the rest of a chunk is kept for the next read */
  read(length: number): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      if (length > 0) await this.#fill();
      const bytes = this.#left.slice(0, length);
      this.#left = this.#left.subarray(bytes.length);
      return bytes;
    });
  }

  /** Returns the rest. An unread request body is requested with one call, so its adapter can enforce its limit. */
  readAll(): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const resource = this.#resource;
      if (this.#iterator === undefined && 'bytes' in resource) return this.#whole(resource);
      const parts: Uint8Array[] = [];
      await this.#fill();
      while (!this.ended) {
        parts.push(this.#left);
        this.#left = new Uint8Array();
        await this.#fill();
      }
      return joinBytes(parts);
    });
  }

  /** Cancels the resource, unless it has ended. A pending read is rejected, because the resource may never respond. */
  cancel(): void {
    if (this.#finished || this.#failure !== undefined) return;
    this.#failure = { error: detached() };
    this.#stopWaiting(this.#failure.error);
    const { destroy } = this.#resource as { destroy?: unknown };
    void ignoreFailure(async () => {
      // `return` of a Node stream's iterator waits for the pending chunk, and does nothing before the first read.
      if (typeof destroy === 'function') await destroy.call(this.#resource);
      else await this.#begun().return?.();
    });
  }

  /** Returns the unread rest for a new owner; the resource itself if nothing has been read. */
  release(): AsyncIterable<Uint8Array> {
    if (this.#iterator === undefined) return releaseSource(this.#resource);
    return {
      [Symbol.asyncIterator]: () =>
        chunks(
          () => this.read(Infinity),
          () => {
            this.cancel();
          },
        ),
    };
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(task);
    this.#turn = ignoreFailure(() => result);
    return result;
  }

  async #whole(body: BodySource): Promise<Uint8Array> {
    try {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#finished) return new Uint8Array();
      const bytes = await this.#unlessCancelled(body.bytes());
      this.#finished = true;
      return bytes;
    } catch (error) {
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }

  /** Waits until there are bytes, the end, or a failure. */
  async #fill(): Promise<void> {
    while (this.#left.length === 0 && !this.#finished) {
      if (this.#failure !== undefined) throw this.#failure.error;
      await this.#pull();
    }
  }

  async #pull(): Promise<void> {
    try {
      const next = await this.#next();
      if (next.done === true) {
        this.#finished = true;
        this.#left = this.#text.end();
        return;
      }
      const bytes = this.#text.bytesOf(next.value);
      if (bytes === null) throw this.#refused(next.value);
      this.#left = bytes;
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  /** Cancels the resource after a chunk that is neither text nor bytes, and returns the error. */
  #refused(chunk: unknown): MessageError {
    const iterator = this.#begun();
    void ignoreFailure(async () => iterator.return?.());
    const problem = 'a chunk of a source must be a Uint8Array or a string';
    return refusal('STREAM_NOT_READABLE', problem, chunk);
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    return this.#unlessCancelled(this.#begun().next());
  }

  #unlessCancelled<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#stopWaiting = reject;
      answer.then(resolve, reject);
    });
  }

  #begun(): AsyncIterator<Uint8Array> {
    return (this.#iterator ??= iterate(this.#resource));
  }
}

async function ignoreFailure(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch {
    return;
  }
}

/**
 * Iterates over a resource. A web stream is read with a reader, because its iterator is cancelled only after the
 * pending chunk.
 */
function iterate(
  resource: AsyncIterable<Uint8Array> & Partial<Pick<ReadableStream<Uint8Array>, 'getReader'>>,
): AsyncIterator<Uint8Array> {
  const reader = resource.getReader?.();
  if (reader === undefined) return resource[Symbol.asyncIterator]();
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array>>,
    return: () => reader.cancel() as Promise<never>,
  };
}
