import { BodyError } from '../body-error.js';

/** Collects the bytes of one field at a time, within the limit of a field. */
export class FieldValue {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {BodyError} `BODY_PART_TOO_LARGE` as soon as the limit is exceeded */
  push(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) throw BodyError.partTooLarge('field', this.#maxBytes);
    this.#chunks.push(bytes);
  }

  /** Returns the value, and begins the next one. Bytes that are not UTF-8 become U+FFFD. */
  take(): string {
    const [first, ...others] = this.#chunks;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [];
    this.#size = 0;
    return bytes?.toString('utf8') ?? '';
  }
}
