import { ByteCollector } from '@mortise/base';
import {
  LENT_SOURCE,
  type LendingBody,
  type MaybeSmallBody,
  SMALL_BODY,
  STREAM_TEXT,
  Utf8Chunks,
} from '@mortise/base/message';
import type { BodySource, StreamResource } from '@mortise/http-message';
import { cancelSource, releaseSource } from './cancel-source.js';
import { iterate } from './iterate.js';
import { invalid, MessageError } from './message-error.js';
import type { PendingRead } from './pending-read.js';
import { checkedLength, consumed, detached, metadata, notWritable } from './stream-rules.js';
import { decodeUtf8 } from './utf8.js';

const FACTS = Object.freeze({ mode: 'r', seekable: false });
const EMPTY = new Uint8Array(0);

/**
 * A stream over bytes that arrive over time: a request body, a readable, a generator. It requests nothing from its
 * source before the first read, and buffers at most one chunk.
 */
export class IncomingStream implements LendingBody, MaybeSmallBody {
  #source: AsyncIterable<Uint8Array>;
  /** The source, as long as it can still return everything with one call. */
  #whole: BodySource | null;
  #iterator: AsyncIterator<Uint8Array> | null = null;
  /** Bytes that arrived and have not been read. */
  #chunk: Uint8Array = EMPTY;
  #text: Utf8Chunks | null = null;
  /** Pending reads, in order; `null` before the first one, because a body that is read with one call needs no list. */
  #readers: PendingRead[] | null = null;
  /** Whether a chunk was requested from the source and has not arrived yet. */
  #isAsked = false;
  #size: number | null;
  #position = 0;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;
  #state: 'open' | 'closed' | 'detached' = 'open';

  constructor(source: AsyncIterable<Uint8Array> | BodySource) {
    this.#source = source;
    this.#whole = 'bytes' in source ? source : null;
    this.#size = this.#whole?.size ?? null;
  }

  /** Not the content, which takes time to read. */
  toString(): string {
    return STREAM_TEXT;
  }

  getSize(): number | null {
    return this.#isOpen() ? this.#size : null;
  }

  tell(): number {
    this.#assertOpen();
    return this.#position;
  }

  eof(): boolean {
    return (
      !this.#isOpen() || (this.#ended && this.#chunk.length === 0) || this.#position === this.#size
    );
  }

  isSeekable(): boolean {
    return false;
  }

  seek(): void {
    this.#assertOpen();
    const rule = 'cannot seek: this body is read once, in order; read it into memory to seek in it';
    throw new MessageError('STREAM_NOT_SEEKABLE', rule);
  }

  rewind(): void {
    this.seek();
  }

  isWritable(): boolean {
    return false;
  }

  write(): number {
    this.#assertOpen();
    throw notWritable();
  }

  isReadable(): boolean {
    return this.#isOpen();
  }

  async read(length: number): Promise<Uint8Array> {
    this.#assertOpen();
    return checkedLength(length) === 0 ? EMPTY : this.#next(length);
  }

  getContents(): Promise<Uint8Array> {
    const whole = this.#isOpen() ? this.#whole : null;
    return whole === null ? this.#collect() : this.#everything(whole);
  }

  async text(): Promise<string> {
    const rest = await this.getContents();
    if (rest.length === 0 && this.#position > 0) throw consumed();
    return decodeUtf8(rest);
  }

  inMemory(): Uint8Array | string | null {
    return this.#isOpen() && this.eof() && this.#failure === null ? EMPTY : null;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: () => (this.#isOpen() ? this.#result() : Promise.reject(detached())),
      return: () => {
        this.close();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return metadata(this.#isOpen(), FACTS, key);
  }

  close(): void {
    if (!this.#isOpen()) return;
    this.#state = 'closed';
    this.#chunk = EMPTY;
    this.#serve();
    if (!this.#ended) cancelSource(this.#source, this.#iterator);
  }

  detach(): StreamResource | null {
    if (!this.#isOpen()) return null;
    this.#state = 'detached';
    if (this.#isUnread()) return releaseSource(this.#source);
    return { [Symbol.asyncIterator]: () => this.#rest() };
  }

  [LENT_SOURCE](): AsyncIterable<Uint8Array> | null {
    return this.#isOpen() && this.#isUnread() ? this.#source : null;
  }

  get [SMALL_BODY](): boolean {
    return this.#isOpen() && (this.#whole as Partial<MaybeSmallBody> | null)?.[SMALL_BODY] === true;
  }

  #isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Whether nothing has been requested from the source. */
  #isUnread(): boolean {
    return this.#iterator === null && !this.#isAsked && !this.#ended;
  }

  #assertOpen(): void {
    if (!this.#isOpen()) throw detached();
  }

  /** Reads at least one byte, at most `length`; none at the end. */
  #next(length: number): Promise<Uint8Array> {
    return this.#ask(length, (bytes) => bytes);
  }

  #result(): Promise<IteratorResult<Uint8Array>> {
    return this.#ask<IteratorResult<Uint8Array>>(Infinity, (value) =>
      value.length === 0 ? { done: true, value: undefined } : { done: false, value },
    );
  }

  #ask<T>(length: number, shape: (bytes: Uint8Array) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const give = (bytes: Uint8Array) => {
        resolve(shape(bytes));
      };
      (this.#readers ??= []).push({ length, give, reject });
      this.#serve();
    });
  }

  /** Settles pending reads in order, and requests more data if one remains. */
  #serve(): void {
    const readers = this.#readers;
    for (let reader = readers?.[0]; reader !== undefined; reader = readers?.[0]) {
      if (this.#state === 'closed') reader.reject(detached());
      else if (this.#chunk.length > 0) reader.give(this.#take(reader.length));
      else if (this.#failure !== null) reader.reject(this.#failure.error);
      else if (this.#ended) reader.give(EMPTY);
      else {
        this.#advance();
        return;
      }
      readers?.shift();
    }
  }

  #take(length: number): Uint8Array {
    const chunk = this.#chunk;
    const isPart = length < chunk.length;
    const taken = isPart ? chunk.subarray(0, length) : chunk;
    this.#chunk = isPart ? chunk.subarray(length) : EMPTY;
    this.#position += taken.length;
    return taken;
  }

  /**
   * Requests a chunk. Like its callers, it is not an async function, because each would cost half a kilobyte per chunk.
   */
  #advance(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#whole = null;
    try {
      this.#iterator ??= iterate(this.#source);
      Promise.resolve(this.#iterator.next()).then(
        (result) => {
          this.#arrive(result);
        },
        (error: unknown) => {
          this.#fail(error);
        },
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  #arrive({ done, value }: IteratorResult<Uint8Array>): void {
    this.#isAsked = false;
    if (done === true) {
      this.#ended = true;
      if (this.#text !== null) this.#chunk = this.#text.end();
    } else if (value instanceof Uint8Array && this.#text === null) this.#chunk = value;
    else this.#convert(value);
    this.#serve();
  }

  #convert(value: unknown): void {
    const bytes = (this.#text ??= new Utf8Chunks()).bytesOf(value);
    if (bytes !== null) this.#chunk = bytes;
    else {
      this.#fail(invalid('STREAM_NOT_READABLE', 'chunk of a source', 'bytes or a string', value));
      cancelSource(this.#source, this.#iterator);
    }
  }

  #fail(error: unknown): void {
    this.#isAsked = false;
    this.#failure = { error };
    this.#ended = true;
    this.#serve();
  }

  #everything(whole: BodySource): Promise<Uint8Array> {
    this.#whole = null;
    this.#isAsked = true;
    try {
      return whole.bytes().then(
        (bytes) => {
          if (this.#state === 'closed') throw detached();
          this.#position = bytes.length;
          this.#arrive({ done: true, value: undefined });
          return bytes;
        },
        (error: unknown) => this.#broken(error),
      );
    } catch (error) {
      return this.#broken(error);
    }
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- rejects where it would throw
  async #broken(error: unknown): Promise<never> {
    this.#fail(error);
    throw error;
  }

  async #collect(): Promise<Uint8Array> {
    this.#assertOpen();
    const bytes = new ByteCollector();
    for (;;) {
      const chunk = await this.#next(Infinity);
      if (chunk.length === 0) return bytes.take();
      bytes.add(chunk);
    }
  }

  /** The unread rest of a detached stream, for its new owner. */
  #rest(): AsyncIterator<Uint8Array> {
    return {
      next: () => this.#result(),
      return: () => {
        if (!this.#ended) cancelSource(this.#source, this.#iterator);
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
