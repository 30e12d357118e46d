import { STREAM_TEXT } from '@mortise/base/message';
import { closeSync, readSync, rmSync } from 'node:fs';
import type { StreamInterface } from '@mortise/http-message';
import { chunks } from '../chunks.js';
import { metadata } from '../metadata.js';
import { assertLength, detached, notWritable, seekTarget } from '../stream-checks.js';
import { textOf } from '../utf-8.js';
import type { OpenFile } from './open-file.js';

const CHUNK = 65536;

/**
 * A stream over a file: readable and seekable.
 *
 * It reads synchronously within async methods: local files are fast, and no read can be pending when the file is
 * closed.
 */
export class FileStream implements StreamInterface {
  #file: OpenFile | null;
  readonly #mode: string;
  #position = 0;

  /** @param file the stream takes ownership of it */
  constructor(file: OpenFile, mode = 'r') {
    this.#file = file;
    this.#mode = mode;
  }

  /** Not the content, which takes time to read. */
  toString(): string {
    return STREAM_TEXT;
  }

  getSize(): number | null {
    return this.#file?.size ?? null;
  }

  tell(): number {
    this.#open();
    return this.#position;
  }

  eof(): boolean {
    return this.#position >= (this.#file?.size ?? 0);
  }

  isSeekable(): boolean {
    return this.#file !== null;
  }

  seek(offset: number, whence: 0 | 1 | 2 = 0): void {
    this.#position = seekTarget(offset, whence, this.#position, this.#open().size);
  }

  rewind(): void {
    this.seek(0);
  }

  isWritable(): boolean {
    return false;
  }

  write(): number {
    this.#open();
    throw notWritable();
  }

  isReadable(): boolean {
    return this.#file !== null;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- so that it rejects and never throws
  async read(length: number): Promise<Uint8Array> {
    const file = this.#open();
    const bytes = new Uint8Array(Math.min(assertLength(length), file.size - this.#position));
    for (let filled = 0; filled < bytes.length; ) {
      const at = this.#position + filled;
      const count = readSync(file.descriptor, bytes, filled, bytes.length - filled, at);
      if (count === 0) throw new Error(`the file shrank while it was being read: ${file.path}`);
      filled += count;
    }
    this.#position += bytes.length;
    return bytes;
  }

  async getContents(): Promise<Uint8Array> {
    return this.read(this.#open().size);
  }

  async text(): Promise<string> {
    this.rewind();
    return textOf(await this.getContents());
  }

  inMemory(): Uint8Array | null {
    return this.#file !== null && this.eof() ? new Uint8Array() : null;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return chunks(
      () => this.read(CHUNK),
      () => undefined,
    );
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    const facts = this.#file && { uri: this.#file.path, mode: this.#mode, seekable: true };
    return metadata(facts ?? {}, key);
  }

  close(): void {
    if (this.#file === null) return;
    const { descriptor, path, temporary } = this.#file;
    this.#file = null;
    closeSync(descriptor);
    if (temporary) rmSync(path, { force: true });
  }

  /** Returns the unread rest. The file stays open until the rest has been read, or its consumer stops. */
  detach(): AsyncIterable<Uint8Array> | null {
    if (this.#file === null) return null;
    const rest = new FileStream(this.#file);
    rest.seek(this.#position);
    this.#file = null;
    return { [Symbol.asyncIterator]: () => rest.#lastReader() };
  }

  #lastReader(): AsyncIterator<Uint8Array> {
    const read = async () => {
      const chunk = await this.read(CHUNK);
      if (chunk.length === 0) this.close();
      return chunk;
    };
    return chunks(read, () => {
      this.close();
    });
  }

  #open(): OpenFile {
    if (this.#file === null) throw detached();
    return this.#file;
  }
}
