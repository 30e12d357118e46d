import { ByteCollector } from '@mortise/base';
import { BodyError } from '../body-error.js';
import type { PartInfo } from './part-info.js';

/**
 * A field or a file of a form that is being received. Its bytes can be read once, by iteration or by one
 * of the members. Unread bytes are skipped.
 */
export interface Part extends PartInfo, AsyncIterable<Uint8Array> {
  /**
   * All bytes; an empty array if there are none.
   *
   * @throws {BodyError} `BODY_PART_TOO_LARGE`, and whatever the form fails with
   */
  bytes(): Promise<Uint8Array>;
  /** All bytes as UTF-8; invalid bytes become U+FFFD. */
  text(): Promise<string>;
}

/** The form that a part belongs to. */
export interface PartSource {
  readonly maxFileBytes: number;

  /** Resolves after the next chunk of the form was read; rejects with what the form fails with. */
  more(): Promise<void>;
}

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };
const READY = Promise.resolve();

/** A part that keeps its received bytes until they are read. */
export class PartStream implements Part {
  readonly #info: PartInfo;
  readonly #source: PartSource;
  /** The value of a field; `null` for a file. */
  readonly #value: string | null;
  /** Received and unread; `null` until the value of a field is needed as bytes. */
  #pieces: Uint8Array[] | null;
  #size = 0;
  #ended: boolean;
  #skipped = false;

  /** @param value the whole value of a field; `null` for a file, whose bytes follow by `push` */
  constructor(info: PartInfo, value: string | null, source: PartSource) {
    this.#info = info;
    this.#value = value;
    this.#pieces = value === null ? [] : null;
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
    return this.#value ?? new TextDecoder().decode(await this.bytes());
  }

  /** Leaving a loop over the part early does not change the part. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return { next: () => this.#next(), return: () => Promise.resolve(DONE) };
  }

  /** Adds received bytes. */
  push(bytes: Uint8Array): void {
    if (!this.#skipped) this.#pieces?.push(bytes);
  }

  /** Marks the last byte as received. */
  end(): void {
    this.#ended = true;
  }

  /** Discards the rest. */
  skip(): void {
    this.#skipped = true;
    this.#pieces = [];
  }

  /** Not an async function, which would allocate half a kilobyte per chunk. */
  #next(): Promise<Result> {
    const ready = this.#isDrained() ? this.#source.more() : READY;
    return ready.then(() => this.#result() ?? this.#next());
  }

  /** Whether every received byte was read and more can follow. */
  #isDrained(): boolean {
    return this.#pieces?.length === 0 && !this.#ended && !this.#skipped;
  }

  #result(): Result | null {
    if (this.#skipped)
      throw new TypeError('the part was skipped: read it before you request the next part');
    const value = this.#take();
    if (value !== null) return { done: false, value };
    return this.#ended ? DONE : null;
  }

  #take(): Uint8Array | null {
    this.#pieces ??= encoded(this.#value ?? '');
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

function encoded(text: string): Uint8Array[] {
  return text === '' ? [] : [Buffer.from(text)];
}
