import { ByteCollector } from '@mortise/base';
import { BodyError } from '../body-error.js';

/** Collects the bytes of one field at a time, up to the limit of a field. */
export class FieldValue {
  readonly #maxBytes: number;
  readonly #bytes = new ByteCollector();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {BodyError} `BODY_PART_TOO_LARGE` as soon as the limit is exceeded */
  push(bytes: Buffer): void {
    this.#bytes.add(bytes);
    if (this.#bytes.size > this.#maxBytes) throw BodyError.partTooLarge('field', this.#maxBytes);
  }

  /** Returns the bytes and begins the next value. */
  take(): Uint8Array {
    return this.#bytes.take();
  }
}
