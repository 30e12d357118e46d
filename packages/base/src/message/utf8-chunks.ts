import { joinBytes } from '../join-bytes.js';

const EMPTY = new Uint8Array(0);

/**
 * Converts the chunks of one source to bytes: strings are encoded as UTF-8, even if a surrogate pair is split across
 * two.
 */
export class Utf8Chunks {
  readonly #encoder = new TextEncoder();
  /** The first half of a surrogate pair whose second half can follow. */
  #half = '';

  /** @returns the bytes of a chunk, which can be empty; `null` for a value that is neither text nor bytes */
  bytesOf(chunk: unknown): Uint8Array | null {
    if (chunk instanceof Uint8Array) {
      // Bytes end a pending half, but an empty chunk does not.
      if (this.#half === '' || chunk.length === 0) return chunk;
      return joinBytes([this.end(), chunk]);
    }
    if (typeof chunk !== 'string') return null;
    const text = this.#half + chunk;
    const isSplit = /[\ud800-\udbff]$/.test(text);
    this.#half = isSplit ? text.slice(-1) : '';
    return this.#encoder.encode(isSplit ? text.slice(0, -1) : text);
  }

  /**
   * Ends the source.
   *
   * @returns the bytes of a half that nothing follows (U+FFFD); empty if there is none
   */
  end(): Uint8Array {
    const half = this.#half;
    this.#half = '';
    return half === '' ? EMPTY : this.#encoder.encode(half);
  }
}
