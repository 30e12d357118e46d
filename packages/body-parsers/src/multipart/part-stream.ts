import { ByteCollector } from '@mortise/base';
import { BodyError } from '../body-error.js';
import { decodeText } from '../decode-text.js';
import { fieldText } from './field-text.js';
import type { PartHead, PartInfo } from './part-info.js';

/**
 * A field or a file in a form that is being received. Its bytes can be read once: by iteration, or with one of the
 * methods. Unread bytes are skipped when the next part is requested.
 */
export interface Part extends PartInfo, AsyncIterable<Uint8Array> {
  /**
   * Reads all bytes; an empty array if there are none.
   *
   * @throws {BodyError} `BODY_PART_TOO_LARGE` if a file exceeds `maxFileBytes`, or the error with which the form fails
   * @throws {TypeError} if the next part was already requested
   */
  bytes(): Promise<Uint8Array>;
  /**
   * Reads all bytes as text, in the charset of the part's `Content-Type`, by default UTF-8; invalid bytes become U+FFFD.
   * Fails like {@link bytes}.
   *
   * @throws {BodyError} `BODY_CHARSET` (415) if the charset is unknown
   */
  text(): Promise<string>;
}

/** The form to which a part belongs. */
export interface PartSource {
  readonly maxFileBytes: number;

  /** Resolves when the next chunk of the form has been read; rejects with the error with which the form fails. */
  more(): Promise<void>;
}

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };
const READY = Promise.resolve();

/** A part that keeps its received bytes until they are read. */
export class PartStream implements Part {
  readonly #info: PartHead;
  readonly #source: PartSource;
  /** The value of a field; `null` for a file. */
  readonly #value: Uint8Array | null;
  /** Received and unread bytes. */
  #pieces: Uint8Array[];
  #size = 0;
  #ended: boolean;
  #skipped = false;

  /** @param value the whole value of a field; `null` for a file, whose bytes are added with `push` */
  constructor(info: PartHead, value: Uint8Array | null, source: PartSource) {
    this.#info = info;
    this.#value = value;
    this.#pieces = value === null || value.length === 0 ? [] : [value];
    this.#ended = value !== null;
    this.#source = source;
  }

  get name(): string | null {
    return this.#info.name;
  }

  get filename(): string | null {
    return this.#info.filename;
  }

  get chosen(): boolean {
    return this.#info.chosen;
  }

  get mediaType(): string | null {
    return this.#info.mediaType;
  }

  async bytes(): Promise<Uint8Array> {
    const bytes = new ByteCollector();
    for (let next = await this.#next(); next.done !== true; next = await this.#next()) {
      bytes.add(next.value);
    }
    return bytes.take();
  }

  async text(): Promise<string> {
    const { charset } = this.#info;
    if (this.#value !== null) return fieldText(this.#value, charset);
    return decodeText(await this.bytes(), { parameters: charset === null ? {} : { charset } });
  }

  /** Leaving a loop over the part early does not skip the rest: reading can continue. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return { next: () => this.#next(), return: () => Promise.resolve(DONE) };
  }

  /** Adds received bytes. */
  push(bytes: Uint8Array): void {
    if (!this.#skipped) this.#pieces.push(bytes);
  }

  /** Marks the part as complete. */
  end(): void {
    this.#ended = true;
  }

  /** Discards the rest of the part. */
  skip(): void {
    this.#skipped = true;
    this.#pieces = [];
  }

  /** Not an `async` function, which would allocate half a kilobyte per chunk. */
  #next(): Promise<Result> {
    const ready = this.#isDrained() ? this.#source.more() : READY;
    return ready.then(() => this.#result() ?? this.#next());
  }

  /** Whether all received bytes have been read, and more can follow. */
  #isDrained(): boolean {
    return this.#pieces.length === 0 && !this.#ended && !this.#skipped;
  }

  #result(): Result | null {
    if (this.#skipped)
      throw new TypeError('the part was skipped: read it before you request the next part');
    const value = this.#take();
    if (value !== null) return { done: false, value };
    return this.#ended ? DONE : null;
  }

  #take(): Uint8Array | null {
    const piece = this.#pieces.shift();
    if (piece === undefined) return null;
    this.#size += piece.length;
    const { maxFileBytes } = this.#source;
    if (this.#size > maxFileBytes && this.#value === null) {
      throw BodyError.partTooLarge('file', maxFileBytes);
    }
    return piece;
  }
}
