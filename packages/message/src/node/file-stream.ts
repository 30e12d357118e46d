import { STREAM_TEXT } from '@mortise/base/message';
import type { StreamInterface, StreamResource } from '@mortise/http-message';
import { checkedLength, detached, metadata, notWritable, seekTarget } from '../stream-rules.js';
import { decodeUtf8 } from '../utf8.js';
import type { OpenFile } from './open-file.js';

const EMPTY = new Uint8Array(0);
/** Bytes per read when iterating: each read is a round trip to another thread. */
const CHUNK = 262_144;

/** A stream over an open file, which it owns. */
export class FileStream implements StreamInterface {
  readonly #file: OpenFile;
  readonly #facts: Readonly<Record<string, unknown>>;
  #position: number;
  #failure: { readonly error: unknown } | null = null;
  #open = true;

  /** @param mode the `mode` that `getMetadata` returns */
  constructor(file: OpenFile, position = 0, mode = 'r') {
    this.#file = file;
    this.#position = position;
    this.#facts = Object.freeze({ uri: file.path, mode, seekable: true });
  }

  /** Not the content, which takes time to read. */
  toString(): string {
    return STREAM_TEXT;
  }

  getSize(): number | null {
    return this.#open ? this.#file.size : null;
  }

  tell(): number {
    this.#assertOpen();
    return this.#position;
  }

  eof(): boolean {
    return !this.#open || this.#position === this.#file.size;
  }

  isSeekable(): boolean {
    return this.#open;
  }

  seek(offset: number, whence: 0 | 1 | 2 = 0): void {
    this.#assertOpen();
    this.#position = seekTarget(offset, whence, this.#position, this.#file.size);
  }

  rewind(): void {
    this.seek(0);
  }

  isWritable(): boolean {
    return false;
  }

  write(): number {
    this.#assertOpen();
    throw notWritable();
  }

  isReadable(): boolean {
    return this.#open;
  }

  async read(length: number): Promise<Uint8Array> {
    this.#assertOpen();
    return this.#take(checkedLength(length));
  }

  async getContents(): Promise<Uint8Array> {
    this.#assertOpen();
    return this.#take(Infinity);
  }

  async text(): Promise<string> {
    this.rewind();
    return decodeUtf8(await this.#take(Infinity));
  }

  inMemory(): Uint8Array | string | null {
    return this.#open && this.eof() ? EMPTY : null;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const value = await this.read(CHUNK);
        return value.length === 0 ? { done: true, value: undefined } : { done: false, value };
      },
    };
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return metadata(this.#open, this.#facts, key);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#file.close();
  }

  detach(): StreamResource | null {
    if (!this.#open) return null;
    this.#open = false;
    const rest = new FileStream(this.#file, this.#position);
    return { [Symbol.asyncIterator]: () => closingIterator(rest) };
  }

  #assertOpen(): void {
    if (!this.#open) throw detached();
  }

  /** Moves the position before waiting, so that two readers get different parts. */
  async #take(length: number): Promise<Uint8Array> {
    if (this.#failure !== null) throw this.#failure.error;
    const start = this.#position;
    this.#position = Math.min(start + length, this.#file.size);
    try {
      return await this.#file.readAt(start, this.#position - start);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

/** Reads a stream that no other code uses, and closes it at the end. */
function closingIterator(stream: FileStream): AsyncIterator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  const closed = (): IteratorReturnResult<undefined> => {
    stream.close();
    return { done: true, value: undefined };
  };
  return {
    next: async () => {
      const chunk = stream.isReadable() ? await chunks.next() : closed();
      return chunk.done === true ? closed() : chunk;
    },
    return: () => Promise.resolve(closed()),
  };
}
