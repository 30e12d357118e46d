import type { IncomingMessage } from 'node:http';
import type { Deadlines } from '../deadlines.js';
import { NodeAdapterError } from '../errors.js';
import type { BodyWaiter } from './body-timeouts.js';

/** Chunks that are taken ahead of the reader; more stay with Node, which makes the client wait. */
const AHEAD = 4;

/**
 * Reads the body of a request chunk by chunk, as they came, little faster than it is asked to; nothing
 * is read, or asked of the client, before the first `next`.
 */
export class BodyReader implements AsyncIterableIterator<Uint8Array> {
  readonly #message: IncomingMessage;
  readonly #idle: Deadlines<BodyWaiter>;
  readonly #waiter: BodyWaiter = {
    fail: (error) => {
      this.#fail(error);
    },
  };
  #chunks: Uint8Array[] = [];
  #error: NodeAdapterError | null = null;
  #ended = false;
  #wake: (() => void) | null = null;
  readonly #onFirstRead: (() => void) | null;
  #begun = false;

  constructor(
    message: IncomingMessage,
    idle: Deadlines<BodyWaiter>,
    onFirstRead: (() => void) | null,
  ) {
    this.#message = message;
    this.#idle = idle;
    this.#onFirstRead = onFirstRead;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (!this.#begun && !this.#ended) this.#begin();
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.#error !== null) throw this.#error;
      if (this.#ended) return { done: true, value: undefined };
      this.#message.resume();
      const wait = this.#idle.add(this.#waiter);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#idle.delete(wait);
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#chunks = [];
    this.#finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #begin(): void {
    this.#begun = true;
    this.#onFirstRead?.();
    const message = this.#message;
    if (message.destroyed) {
      this.#fail(message.errored);
      return;
    }
    message.on('data', this.#onData).on('end', this.#onEnd);
    message.on('error', this.#onError).on('close', this.#onClose);
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.#chunks.push(chunk);
    if (this.#chunks.length >= AHEAD) this.#message.pause();
    this.#wake?.();
  };

  readonly #onEnd = (): void => {
    this.#finish();
  };

  readonly #onError = (error: Error): void => {
    this.#fail(error);
  };

  readonly #onClose = (): void => {
    this.#fail(undefined);
  };

  #fail(cause: unknown): void {
    this.#error ??= cause instanceof NodeAdapterError ? cause : NodeAdapterError.clientGone(cause);
    this.#finish();
  }

  #finish(): void {
    this.#ended = true;
    this.#message.off('data', this.#onData).off('end', this.#onEnd);
    this.#message.off('error', this.#onError).off('close', this.#onClose);
    this.#wake?.();
  }
}
