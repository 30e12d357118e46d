import type { Readable } from 'node:stream';

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };

/**
 * The bytes of a file, to be read once. Unlike the stream's own iteration, leaving early leaves the
 * stream as it is.
 */
export class FileContent implements AsyncIterableIterator<Uint8Array> {
  readonly #stream: Readable;
  readonly #reasonOf: (error: unknown) => unknown;
  #listening = false;
  #skipped = false;
  #wake: () => void = () => undefined;

  /** @param reasonOf what to fail with for an error of the stream */
  constructor(stream: Readable, reasonOf: (error: unknown) => unknown) {
    this.#stream = stream;
    this.#reasonOf = reasonOf;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    const stream = this.#stream;
    if (this.#skipped) throw new TypeError('read a part before the next part is asked for');
    for (;;) {
      const value = stream.read() as Uint8Array | null;
      if (value !== null) return { done: false, value };
      if (stream.readableEnded) return DONE;
      if (stream.errored !== null) throw this.#reasonOf(stream.errored);
      if (stream.destroyed) return DONE;
      await this.#change();
    }
  }

  return(): Promise<Result> {
    return Promise.resolve(DONE);
  }

  /** Lets what is left go by. */
  skip(): void {
    this.#skipped = true;
    this.#stream.removeAllListeners('readable').resume();
  }

  #change(): Promise<void> {
    if (!this.#listening) {
      this.#listening = true;
      for (const event of ['readable', 'end', 'close']) {
        this.#stream.on(event, () => {
          this.#wake();
        });
      }
    }
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
