import { BodyError } from '../body-error.js';

/** What is told of the bytes that come: how many came, and how many are to come in all. */
export type Progress = (received: number, total: number | null) => void;

/** The bytes of a form, as they come, held against the limit of all of them. */
export class FormBody {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #total: number | null;
  readonly #maxBytes: number;
  readonly #onProgress: Progress | undefined;
  #received = 0;
  #ended = false;

  /**
   * @param total how many bytes come; `null` when that is not known
   * @throws {BodyError} `BODY_TOO_LARGE` when that is too much; nothing is read then
   */
  constructor(
    body: AsyncIterable<Uint8Array>,
    total: number | null,
    maxBytes: number,
    onProgress: Progress | undefined,
  ) {
    if (total !== null && total > maxBytes) throw BodyError.tooLarge(maxBytes);
    this.#chunks = body[Symbol.asyncIterator]();
    this.#total = total;
    this.#maxBytes = maxBytes;
    this.#onProgress = onProgress;
  }

  /** Asks for the next chunk, of which {@link taken} tells what it is. */
  next(): Promise<IteratorResult<Uint8Array>> {
    return this.#chunks.next();
  }

  /**
   * Counts a chunk that has come.
   *
   * @returns `null` at the end
   * @throws {BodyError} `BODY_TOO_LARGE`
   */
  taken(next: IteratorResult<Uint8Array>): Uint8Array | null {
    if (next.done === true) {
      this.#ended = true;
      return null;
    }
    this.#received += next.value.length;
    if (this.#received > this.#maxBytes) throw BodyError.tooLarge(this.#maxBytes);
    this.#onProgress?.(this.#received, this.#total);
    return next.value;
  }

  /** Gives up what has not come. Not waited for: a source may wait for a client that is silent. */
  cancel(): void {
    if (!this.#ended) this.#chunks.return?.().catch(() => undefined);
    this.#ended = true;
  }
}
