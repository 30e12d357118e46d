import { STREAM_TEXT } from '@mortise/base/message';
import type { StreamInterface } from '@mortise/http-message';
import { chunks } from './chunks.js';
import { metadata } from './metadata.js';
import { assertBytes, assertLength, detached, seekTarget } from './stream-checks.js';
import { bytesOf, textOf } from './utf-8.js';

/** An in-memory stream: readable, writable and seekable. */
export class MemoryStream implements StreamInterface {
  #bytes: Uint8Array | null;
  #position = 0;
  /** Whether the bytes are a private copy that can be overwritten. */
  #own = false;

  constructor(content: Uint8Array | string) {
    this.#bytes = typeof content === 'string' ? bytesOf(content) : plainBytes(assertBytes(content));
  }

  /** Not the content, which takes time to read. */
  toString(): string {
    return STREAM_TEXT;
  }

  getSize(): number | null {
    return this.#bytes?.length ?? null;
  }

  tell(): number {
    this.#open();
    return this.#position;
  }

  eof(): boolean {
    return this.#position >= (this.#bytes?.length ?? 0);
  }

  isSeekable(): boolean {
    return this.#bytes !== null;
  }

  seek(offset: number, whence: 0 | 1 | 2 = 0): void {
    this.#position = seekTarget(offset, whence, this.#position, this.#open().length);
  }

  rewind(): void {
    this.seek(0);
  }

  isWritable(): boolean {
    return this.#bytes !== null;
  }

  write(data: Uint8Array | string): number {
    const bytes = this.#open();
    const written = typeof data === 'string' ? bytesOf(data) : assertBytes(data);
    const end = this.#position + written.length;
    if (end > bytes.length || !this.#own) this.#grow(bytes, end);
    this.#open().set(written, this.#position);
    this.#position = end;
    return written.length;
  }

  isReadable(): boolean {
    return this.#bytes !== null;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- so that it rejects and never throws
  async read(length: number): Promise<Uint8Array> {
    const bytes = this.#open();
    const start = this.#position;
    this.#position = Math.min(bytes.length, start + assertLength(length));
    return bytes.slice(start, this.#position);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- as above
  async getContents(): Promise<Uint8Array> {
    const bytes = this.#open();
    const start = this.#position;
    this.#position = bytes.length;
    return bytes.slice(start);
  }

  async text(): Promise<string> {
    this.#open();
    this.rewind();
    return textOf(await this.getContents());
  }

  inMemory(): Uint8Array | null {
    // The caller now shares the bytes, so the next write makes a copy.
    this.#own = false;
    return this.#bytes?.subarray(this.#position) ?? null;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return chunks(
      () => this.getContents(),
      () => undefined,
    );
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return metadata(this.#bytes === null ? {} : { mode: 'r+', seekable: true }, key);
  }

  close(): void {
    this.#bytes = null;
  }

  detach(): Uint8Array | null {
    const rest = this.inMemory();
    this.close();
    return rest;
  }

  #open(): Uint8Array {
    if (this.#bytes === null) throw detached();
    return this.#bytes;
  }

  #grow(bytes: Uint8Array, end: number): void {
    const grown = new Uint8Array(Math.max(bytes.length, end));
    grown.set(bytes);
    this.#bytes = grown;
    this.#own = true;
  }
}

/** Returns a plain `Uint8Array` over the same memory, because `slice` of a Node `Buffer` does not copy. */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
