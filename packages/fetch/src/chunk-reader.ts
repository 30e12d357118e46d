/** Reads a web stream chunk by chunk; stopping early cancels it. */
export class ChunkReader implements AsyncIterableIterator<Uint8Array> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  /** @throws {TypeError} from the platform, if the stream already has a reader */
  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const { done, value } = await this.#reader.read();
    return done ? { done, value: undefined } : { done, value };
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#reader.cancel();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
