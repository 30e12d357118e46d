import { BodyError } from '../body-error.js';
import { joined } from '../read-body.js';
import type { PartHeader } from './part-header.js';

/**
 * A field or a file of a form, while it comes in. Its bytes can be read once, by iterating or by one of
 * the members; what is not read is passed over.
 */
export interface Part extends PartHeader, AsyncIterable<Uint8Array> {
  /** All bytes: at most those that the limits allow. */
  bytes(): Promise<Uint8Array>;
  /** All bytes as UTF-8; what is none becomes U+FFFD. */
  text(): Promise<string>;
}

/** Where the bytes of a part come from. */
export interface PartSource {
  readonly maxFileBytes: number;

  /** Settles when more has come, of this part or behind it; fails when the form does. */
  more(): Promise<void>;
}

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };
const ARRIVED = Promise.resolve();

/** A part that holds what has come of it and was not read. */
export class FormPart implements Part {
  readonly #header: PartHeader;
  readonly #source: PartSource;
  /** Of a field. */
  readonly #value: string | null;
  /** What has come and was not read; `null` while the value of a field is text alone. */
  #pieces: Uint8Array[] | null;
  #size = 0;
  #ended: boolean;
  #skipped = false;

  /** @param value of a field, which has come whole; `null` for a file, whose bytes are to come */
  constructor(header: PartHeader, value: string | null, source: PartSource) {
    this.#header = header;
    this.#value = value;
    this.#pieces = value === null ? [] : null;
    this.#ended = value !== null;
    this.#source = source;
  }

  get name(): string | null {
    return this.#header.name;
  }

  get filename(): string | null {
    return this.#header.filename;
  }

  get chosen(): boolean {
    return this.#header.chosen;
  }

  get mediaType(): string | null {
    return this.#header.mediaType;
  }

  async bytes(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for (let next = await this.#next(); next.done !== true; next = await this.#next()) {
      pieces.push(next.value);
    }
    return joined(pieces);
  }

  async text(): Promise<string> {
    return this.#value ?? new TextDecoder().decode(await this.bytes());
  }

  /** Leaving early leaves the part as it is. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return { next: () => this.#next(), return: () => Promise.resolve(DONE) };
  }

  /** Takes bytes that have come. */
  push(bytes: Uint8Array): void {
    if (!this.#skipped) this.#pieces?.push(bytes);
  }

  /** All have come. */
  end(): void {
    this.#ended = true;
  }

  /** Lets go by what is left. */
  skip(): void {
    this.#skipped = true;
    this.#pieces = [];
  }

  /** No async function: it would cost half a kilobyte for every chunk. */
  #next(): Promise<Result> {
    const arrival = this.#isBehind() ? this.#source.more() : ARRIVED;
    return arrival.then(() => this.#result() ?? this.#next());
  }

  /** Whether all that came was read. */
  #isBehind(): boolean {
    return this.#pieces?.length === 0 && !this.#ended && !this.#skipped;
  }

  #result(): Result | null {
    if (this.#skipped) throw new TypeError('read a part before the next part is asked for');
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
