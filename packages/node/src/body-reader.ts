import type { IncomingMessage } from 'node:http';
import type { BodyWaiter } from './body-timeouts.js';
import type { Deadlines } from './deadlines.js';
import { NodeAdapterError } from './errors.js';

/** Reads the body of a request chunk by chunk, no faster than it is asked to. */
export class BodyReader implements AsyncIterableIterator<Uint8Array> {
  readonly #message: IncomingMessage;
  readonly #idle: Deadlines<BodyWaiter>;
  readonly #waiter: BodyWaiter = {
    fail: (error) => {
      this.#fail(error);
    },
  };
  #error: NodeAdapterError | null = null;
  #ended = false;
  #wake: (() => void) | null = null;

  constructor(message: IncomingMessage, idle: Deadlines<BodyWaiter>) {
    this.#message = message;
    this.#idle = idle;
    if (message.destroyed) {
      this.#fail(message.errored);
      return;
    }
    message.on('readable', this.#onReadable).on('end', this.#onEnd);
    message.on('error', this.#onError).on('close', this.#onClose);
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    for (;;) {
      const chunk = this.#ended ? null : (this.#message.read() as Uint8Array | null);
      if (chunk !== null) return { done: false, value: chunk };
      if (this.#error !== null) throw this.#error;
      if (this.#ended) return { done: true, value: undefined };
      this.#idle.add(this.#waiter);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#idle.delete(this.#waiter);
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readonly #onReadable = (): void => {
    this.#wake?.();
  };

  readonly #onEnd = (): void => {
    this.#finish();
  };

  readonly #onError = (error: Error): void => {
    this.#fail(error);
  };

  readonly #onClose = (): void => {
    if (!this.#ended) this.#fail(undefined);
  };

  #fail(cause: unknown): void {
    this.#error ??= cause instanceof NodeAdapterError ? cause : NodeAdapterError.clientGone(cause);
    this.#finish();
  }

  #finish(): void {
    this.#ended = true;
    this.#message.off('readable', this.#onReadable).off('end', this.#onEnd);
    this.#message.off('error', this.#onError).off('close', this.#onClose);
    this.#wake?.();
  }
}
