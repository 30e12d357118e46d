import { lengthMismatch } from '@mortise/base/adapter';
import type { StreamInterface } from '@mortise/http-message';
import { FetchAdapterError } from '../fetch-adapter-error.js';

/** A body for the platform; `null` for none. */
export type OutgoingContent = ReadableStream<Uint8Array> | Uint8Array | string | null;

/** Is notified of how a body ends. Exactly one of `ended`, `failed` and `cancelled` is called, once. */
export interface OutgoingBodyWatcher {
  /** Calls a function in the asynchronous context of the body: the platform reads it in another one. */
  runInContext<Result>(run: () => Result): Result;
  /**
   * Called before the body is read.
   *
   * @param begin reads the first chunk ahead; rejects if the body fails before it, with the error of `failed`
   */
  streams(begin: () => Promise<void>): void;
  /** Called for each part of the body that has been passed to the platform. */
  handed(part: Uint8Array | string): void;
  /** Called when the last byte has been passed to the platform. */
  ended(): void;
  /** Called if the body fails: its source fails, or its length differs from the declared one. */
  failed(error: unknown): void;
  /** Called if the platform does not need the rest. */
  cancelled(reason: unknown): void;
}

/** For bodies that do not belong to an exchange. */
export const unwatched: OutgoingBodyWatcher = {
  runInContext: (run) => run(),
  streams: () => undefined,
  handed: () => undefined,
  ended: () => undefined,
  failed: () => undefined,
  cancelled: () => undefined,
};

/** Takes a chunk only when the platform requests one, without a queue. */
const ON_DEMAND = { highWaterMark: 0 };

/**
 * Returns a body as a web stream, with backpressure. The body is closed at the end, whether it succeeds or fails.
 *
 * @param length expected bytes; -1 if unknown. With more or fewer, the web stream fails, so that the sent part does not
 *   look complete.
 */
export function outgoingBody(
  body: StreamInterface,
  length: number,
  watcher: OutgoingBodyWatcher,
): ReadableStream<Uint8Array> {
  const source = new OutgoingBody(body, length, watcher);
  watcher.streams(() => source.begin());
  return new ReadableStream<Uint8Array>(source, ON_DEMAND);
}

class OutgoingBody {
  readonly #body: StreamInterface;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #watcher: OutgoingBodyWatcher;
  /** Remaining bytes; negative if unknown. */
  #left: number;
  #cancelled = false;
  /** The first chunk, once it is read ahead. */
  #first: Promise<Uint8Array | null> | null = null;

  constructor(body: StreamInterface, length: number, watcher: OutgoingBodyWatcher) {
    this.#body = body;
    this.#chunks = body[Symbol.asyncIterator]();
    this.#left = length;
    this.#watcher = watcher;
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    return this.#watcher.runInContext(() => this.#pull(controller));
  }

  async begin(): Promise<void> {
    this.#first = this.#next();
    await this.#first;
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const first = this.#first;
      this.#first = null;
      const chunk = await (first ?? this.#next());
      if (this.#cancelled) return;
      if (chunk !== null) {
        controller.enqueue(chunk);
        this.#watcher.handed(chunk);
        return;
      }
      this.#body.close();
      controller.close();
      this.#watcher.ended();
    } catch (error) {
      if (!this.#cancelled) this.#fail(error, controller);
    }
  }

  /** @returns the next chunk; `null` at the end */
  async #next(): Promise<Uint8Array | null> {
    const next = await this.#chunks.next();
    if (next.done !== true) return this.#counted(next.value);
    if (this.#left > 0) throw mismatch('shorter', this.#left);
    return null;
  }

  cancel(reason: unknown): void {
    this.#watcher.runInContext(() => {
      this.#cancel(reason);
    });
  }

  #cancel(reason: unknown): void {
    this.#cancelled = true;
    this.#body.close();
    // A server that has all declared bytes need not read the end of the stream.
    if (this.#left === 0) this.#watcher.ended();
    else this.#watcher.cancelled(reason);
  }

  #counted(chunk: Uint8Array): Uint8Array {
    if (this.#left < 0) return chunk;
    if (chunk.byteLength > this.#left) throw mismatch('longer', this.#left);
    this.#left -= chunk.byteLength;
    return chunk;
  }

  #fail(error: unknown, controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#body.close();
    controller.error(error);
    this.#watcher.failed(error);
  }
}

function mismatch(how: 'longer' | 'shorter', bytes: number): FetchAdapterError {
  return new FetchAdapterError('RESPONSE_LENGTH_MISMATCH', lengthMismatch(how, bytes), 500);
}
