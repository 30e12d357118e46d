const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** A source for a stream. It yields chunks in order, then ends, fails or never settles, and records how it was used. */
export class SampleResource implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  /** The number of requested chunks. */
  asked = 0;
  cancelled = false;
  readonly #chunks: readonly Uint8Array[];
  readonly #last: 'end' | 'never' | Error;
  #release: (() => void) | undefined;

  /** @param last what follows the chunks; `'never'` waits until the source is cancelled */
  constructor(chunks: readonly Uint8Array[], last: 'end' | 'never' | Error = 'end') {
    this.#chunks = chunks;
    this.#last = last;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    // A source never delivers bytes synchronously.
    await Promise.resolve();
    const chunk = this.cancelled ? undefined : this.#chunks[this.asked++];
    if (chunk !== undefined) return { done: false, value: chunk };
    if (this.#last instanceof Error) throw this.#last;
    if (this.#last === 'never' && !this.cancelled) await this.#cancellation();
    return END;
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.cancelled = true;
    this.#release?.();
    return Promise.resolve(END);
  }

  #cancellation(): Promise<void> {
    return new Promise((resolve) => {
      this.#release = resolve;
    });
  }
}
