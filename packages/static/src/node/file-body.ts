import type { ByteRange } from '../parse-range.js';
import type { OpenFile } from './open-file.js';

/** A part of a body: bytes in memory, or a range of the file. */
export type BodyPart = Uint8Array | ByteRange;

/**
 * Reads the bytes of a body on demand, in chunks. Closes the file at the end, on an error, and when the body is
 * cancelled, even before its first byte.
 */
export class FileBody implements AsyncIterableIterator<Uint8Array> {
  readonly #file: OpenFile;
  readonly #parts: BodyPart[];

  constructor(file: OpenFile, parts: readonly BodyPart[]) {
    this.#file = file;
    this.#parts = [...parts];
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const part = this.#parts.shift();
    if (part === undefined) return this.return();
    if (part instanceof Uint8Array) return { done: false, value: part };
    try {
      const { start, end } = part;
      const bytes = await this.#file.read(start, end - start + 1);
      // The file has become shorter; the adapter notices the missing bytes.
      if (bytes.length === 0) return await this.return();
      if (start + bytes.length <= end) this.#parts.unshift({ start: start + bytes.length, end });
      return { done: false, value: bytes };
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#parts.length = 0;
    this.#file.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
