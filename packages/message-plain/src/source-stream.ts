import { STREAM_TEXT } from '@mortise/base/message';
import type { StreamInterface, StreamResource } from '@mortise/http-message';
import { chunks } from './chunks.js';
import { MessageError } from './message-error.js';
import { metadata } from './metadata.js';
import { Source } from './source.js';
import { assertLength, consumed, detached, notWritable } from './stream-checks.js';
import { textOf } from './utf-8.js';

/** A stream over a source that is read once, in order: neither seekable nor writable. */
export class SourceStream implements StreamInterface {
  readonly #size: number | null;
  #source: Source | null;
  #position = 0;

  /** @param size bytes of the whole body; `null` if unknown */
  constructor(resource: AsyncIterable<Uint8Array>, size: number | null = null) {
    this.#source = new Source(resource);
    this.#size = size;
  }

  /** Not the content, which takes time to read. */
  toString(): string {
    return STREAM_TEXT;
  }

  getSize(): number | null {
    return this.#source === null ? null : this.#size;
  }

  tell(): number {
    this.#open();
    return this.#position;
  }

  eof(): boolean {
    return this.#source === null || this.#source.ended || this.#position === this.#size;
  }

  isSeekable(): boolean {
    return false;
  }

  seek(): void {
    this.#open();
    throw new MessageError(
      'STREAM_NOT_SEEKABLE',
      'cannot seek: this stream reads its source once, in order; read it into memory to seek in it',
    );
  }

  rewind(): void {
    this.seek();
  }

  isWritable(): boolean {
    return false;
  }

  write(): number {
    this.#open();
    throw notWritable();
  }

  isReadable(): boolean {
    return this.#source !== null;
  }

  async read(length: number): Promise<Uint8Array> {
    const bytes = await this.#open().read(assertLength(length));
    this.#position += bytes.length;
    return bytes;
  }

  async getContents(): Promise<Uint8Array> {
    const bytes = await this.#open().readAll();
    this.#position += bytes.length;
    return bytes;
  }

  async text(): Promise<string> {
    const rest = await this.getContents();
    if (rest.length === 0 && this.#position > 0) throw consumed();
    return textOf(rest);
  }

  inMemory(): Uint8Array | null {
    return this.#source !== null && this.eof() ? new Uint8Array() : null;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return chunks(
      () => this.read(Number.MAX_SAFE_INTEGER),
      () => {
        this.close();
      },
    );
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return metadata(this.#source === null ? {} : { mode: 'r', seekable: false }, key);
  }

  close(): void {
    this.#source?.cancel();
    this.#source = null;
  }

  detach(): StreamResource | null {
    const rest = this.#source?.release() ?? null;
    this.#source = null;
    return rest;
  }

  #open(): Source {
    if (this.#source === null) throw detached();
    return this.#source;
  }
}
