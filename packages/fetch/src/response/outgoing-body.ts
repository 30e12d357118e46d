import type { StreamInterface } from '@mortise/http-message';
import { FetchAdapterError } from '../errors.js';

/** A body for the platform; `null` for none. */
export type OutgoingContent = ReadableStream<Uint8Array> | Uint8Array | string | null;

/** Is notified of how a body ends. Exactly one of `ended`, `failed` and `cancelled` is called, once. */
export interface OutgoingBodyWatcher {
  /** A part of the body was passed to the platform. */
  handed(part: Uint8Array | string): void;
  /** The last byte was passed to the platform. */
  ended(): void;
  /** The body ended early: its source failed, or its length differs from the declared one. */
  failed(error: unknown): void;
  /** The rest is not wanted. */
  cancelled(reason: unknown): void;
}

/** For bodies that belong to no exchange. */
export const unwatched: OutgoingBodyWatcher = {
  handed: () => undefined,
  ended: () => undefined,
  failed: () => undefined,
  cancelled: () => undefined,
};

/** Takes a chunk only when the platform wants one: it queues nothing of its own. */
const ON_DEMAND = { highWaterMark: 0 };

/**
 * A body as a web stream, read no faster than the platform takes it. It is closed at the end,
 * however it ends.
 *
 * @param length bytes that it must have; -1 when that is not known. More or fewer are an error of
 *   the web stream, so that what was sent does not look complete.
 */
export function outgoingBody(
  body: StreamInterface,
  length: number,
  watcher: OutgoingBodyWatcher,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new OutgoingBody(body, length, watcher), ON_DEMAND);
}

class OutgoingBody {
  readonly #body: StreamInterface;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #watcher: OutgoingBodyWatcher;
  /** Bytes to come; negative when that is not known. */
  #left: number;
  #cancelled = false;

  constructor(body: StreamInterface, length: number, watcher: OutgoingBodyWatcher) {
    this.#body = body;
    this.#chunks = body[Symbol.asyncIterator]();
    this.#left = length;
    this.#watcher = watcher;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const next = await this.#chunks.next();
      if (this.#cancelled) return;
      if (next.done !== true) {
        controller.enqueue(this.#counted(next.value));
        this.#watcher.handed(next.value);
        return;
      }
      if (this.#left > 0) throw mismatch('shorter', this.#left);
      this.#body.close();
      controller.close();
      this.#watcher.ended();
    } catch (error) {
      if (!this.#cancelled) this.#fail(error, controller);
    }
  }

  cancel(reason: unknown): void {
    this.#cancelled = true;
    this.#body.close();
    // A server that has all declared bytes need not read the end after them.
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
  return new FetchAdapterError(
    'RESPONSE_LENGTH_MISMATCH',
    `the body is ${how} than the response's Content-Length, ${bytes} bytes before its end`,
    500,
  );
}
