import type { BodySource, StreamInterface, StreamResource } from '@mortise/http-message';
import { cancelSource } from './cancel-source.js';
import { joined } from './joined-bytes.js';
import { MessageError } from './message-error.js';
import { checkedLength, detached, metadata, notWritable } from './stream-rules.js';
import { decodeUtf8 } from './utf8.js';

const FACTS = Object.freeze({ mode: 'r', seekable: false });
const EMPTY = new Uint8Array(0);

/**
 * A stream over bytes that come: the body of a request, a readable, a generator. It asks its source
 * for nothing before somebody reads, and holds one chunk at most.
 */
export class IncomingStream implements StreamInterface {
  #source: AsyncIterable<Uint8Array>;
  /** The source, while it can still give everything at once. */
  #whole: BodySource | null;
  #iterator: AsyncIterator<Uint8Array> | null = null;
  /** What came and was not read yet. */
  #chunk: Uint8Array = EMPTY;
  /** The wait for more, which all who wait share. */
  #arrival: Promise<unknown> | null = null;
  /** Ends that wait though nothing came. */
  #wake: () => void = () => undefined;
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

  getSize(): number | null {
    return this.#isOpen() ? this.#size : null;
  }

  tell(): number {
    this.#assertOpen();
    return this.#position;
  }

  eof(): boolean {
    return !this.#isOpen() || this.#drained() || this.#position === this.#size;
  }

  isSeekable(): boolean {
    return false;
  }

  seek(): void {
    this.#assertOpen();
    const rule = 'this body comes once, in order: read it into memory to seek in it';
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
    return decodeUtf8(await this.getContents());
  }

  inMemory(): Uint8Array | string | null {
    return this.#isOpen() && this.eof() && this.#failure === null ? EMPTY : null;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        this.#assertOpen();
        const value = await this.#next(Infinity);
        return value.length === 0 ? { done: true, value: undefined } : { done: false, value };
      },
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
    this.#wake();
    if (!this.#ended) cancelSource(this.#source, this.#iterator);
  }

  detach(): StreamResource | null {
    if (!this.#isOpen()) return null;
    this.#state = 'detached';
    if (this.#iterator === null && this.#arrival === null && !this.#ended) return this.#source;
    return { [Symbol.asyncIterator]: () => this.#rest() };
  }

  #isOpen(): boolean {
    return this.#state === 'open';
  }

  #assertOpen(): void {
    if (!this.#isOpen()) throw detached();
  }

  #drained(): boolean {
    return this.#ended && this.#chunk.length === 0;
  }

  /** At least one byte, at most `length`; none at the end. */
  async #next(length: number): Promise<Uint8Array> {
    for (;;) {
      if (this.#state === 'closed') throw detached();
      if (this.#chunk.length > 0) return this.#take(length);
      if (this.#failure !== null) throw this.#failure.error;
      if (this.#ended) return EMPTY;
      await (this.#arrival ??= this.#advance());
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

  /** Settles when a chunk, the end or an error has come, or {@link close} was called. Never rejects. */
  #advance(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      void this.#ask().then(resolve);
    });
  }

  async #ask(): Promise<void> {
    this.#whole = null;
    try {
      this.#iterator ??= this.#source[Symbol.asyncIterator]();
      const result = await this.#iterator.next();
      if (result.done === true) this.#ended = true;
      else this.#chunk = checkedChunk(result.value);
    } catch (error) {
      this.#fail(error);
      if (error instanceof MessageError) cancelSource(this.#source, this.#iterator);
    }
    this.#arrival = null;
  }

  #everything(whole: BodySource): Promise<Uint8Array> {
    this.#whole = null;
    const all = whole.bytes().then(
      (bytes) => {
        this.#arrival = null;
        this.#ended = true;
        this.#position = bytes.length;
        return bytes;
      },
      (error: unknown) => {
        this.#arrival = null;
        this.#fail(error);
        throw error;
      },
    );
    this.#arrival = all;
    return all;
  }

  async #collect(): Promise<Uint8Array> {
    this.#assertOpen();
    const chunks: Uint8Array[] = [];
    for (;;) {
      const chunk = await this.#next(Infinity);
      if (chunk.length === 0) return joined(chunks);
      chunks.push(chunk);
    }
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#ended = true;
  }

  /** What a detached stream has left, for its new owner. */
  #rest(): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const value = await this.#next(Infinity);
        return value.length === 0 ? { done: true, value: undefined } : { done: false, value };
      },
      return: () => {
        if (!this.#ended) cancelSource(this.#source, this.#iterator);
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}

function checkedChunk(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  const rule = 'the source of a stream gives bytes (Uint8Array)';
  throw new MessageError('STREAM_NOT_READABLE', rule, chunk);
}
