import { type TextBody, WRITE_TEXT, STREAM_TEXT } from '@mortise/base/message';
import type { StreamResource } from '@mortise/http-message';
import { checkedContent, checkedLength, detached, metadata, seekTarget } from './stream-rules.js';
import { decodeUtf8, encodeUtf8, utf8Length } from './utf8.js';

const FACTS = Object.freeze({ mode: 'r+', seekable: true });
const EMPTY = new Uint8Array(0);

/**
 * An in-memory stream. Text stays text as long as it is only appended to, so a body that is written and sent as a
 * string is never encoded here.
 */
export class MemoryStream implements TextBody {
  /** The content if it is text; otherwise `null`, and the content is the first `#size` of `#bytes`. */
  #text: string | null;
  #bytes: Uint8Array;
  /** Whether other code can see `#bytes`, so writing requires a copy. */
  #shared = true;
  /** The size in bytes; -1 until the bytes of the text have been counted. */
  #size: number;
  /** The position in bytes; -1 at the end of text whose bytes have not been counted. */
  #position = 0;
  #open = true;

  constructor(content: Uint8Array | string) {
    if (typeof content === 'string') {
      this.#text = content;
      this.#bytes = EMPTY;
      this.#size = content === '' ? 0 : -1;
    } else {
      this.#text = null;
      this.#bytes = withoutSubclass(checkedContent(content));
      this.#size = content.length;
    }
  }

  /** Not the content, which takes time to read. */
  toString(): string {
    return STREAM_TEXT;
  }

  getSize(): number | null {
    return this.#open ? this.#counted() : null;
  }

  tell(): number {
    this.#assertOpen();
    if (this.#position === -1) this.#counted();
    return this.#position;
  }

  eof(): boolean {
    return !this.#open || this.#counted() === this.#position;
  }

  isSeekable(): boolean {
    return this.#open;
  }

  seek(offset: number, whence: 0 | 1 | 2 = 0): void {
    this.#assertOpen();
    const size = offset === 0 && whence === 0 ? 0 : this.#counted();
    this.#position = seekTarget(offset, whence, this.#position, size);
  }

  rewind(): void {
    this.seek(0);
  }

  isWritable(): boolean {
    return this.#open;
  }

  write(data: Uint8Array | string): number {
    this.#assertOpen();
    return typeof data === 'string' && this.#appendable(data)
      ? this.#append(data)
      : this.#overwrite(typeof data === 'string' ? encodeUtf8(data) : checkedContent(data));
  }

  [WRITE_TEXT](text: string): void {
    this.#assertOpen();
    if (this.#text === '' && text !== '' && typeof text === 'string') {
      this.#text = text;
      this.#size = this.#position = -1;
    } else this.write(text);
  }

  isReadable(): boolean {
    return this.#open;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- rejects where it would throw
  async read(length: number): Promise<Uint8Array> {
    this.#assertOpen();
    return this.#take(checkedLength(length));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- rejects where it would throw
  async getContents(): Promise<Uint8Array> {
    this.#assertOpen();
    return this.#take(Infinity);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- rejects where it would throw
  async text(): Promise<string> {
    this.#assertOpen();
    this.#position = this.#counted();
    if (this.#text !== null) return this.#text.toWellFormed();
    return decodeUtf8(this.#bytes.subarray(0, this.#size));
  }

  inMemory(): Uint8Array | string | null {
    if (!this.#open) return null;
    if (this.#text !== null) {
      if (this.#position === 0) return this.#text;
      if (this.#position === this.#size) return '';
    }
    this.#encode();
    this.#shared = true;
    return this.#bytes.subarray(this.#position, this.#size);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const value = await this.getContents();
        return value.length === 0 ? { done: true, value: undefined } : { done: false, value };
      },
    };
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return metadata(this.#open, FACTS, key);
  }

  close(): void {
    this.#open = false;
    this.#text = '';
    this.#bytes = EMPTY;
  }

  detach(): StreamResource | null {
    if (!this.#open) return null;
    this.#encode();
    const rest = this.#bytes.subarray(this.#position, this.#size);
    this.close();
    return rest;
  }

  #assertOpen(): void {
    if (!this.#open) throw detached();
  }

  #counted(): number {
    if (this.#size === -1) this.#settle(utf8Length(this.#text ?? ''));
    return this.#size;
  }

  #settle(size: number): void {
    this.#size = size;
    if (this.#position === -1) this.#position = size;
  }

  /** Whether text can be appended as text: the position is at the end, and no surrogates would form a pair. */
  #appendable(data: string): boolean {
    if (this.#text === null || this.#counted() !== this.#position) return false;
    return !isHighSurrogate(this.#text, this.#text.length - 1) || data === '';
  }

  #append(data: string): number {
    const length = utf8Length(data);
    this.#text = (this.#text ?? '') + data;
    this.#size += length;
    this.#position = this.#size;
    return length;
  }

  #overwrite(data: Uint8Array): number {
    this.#encode();
    const end = this.#position + data.length;
    this.#reserve(end);
    this.#bytes.set(data, this.#position);
    this.#position = end;
    this.#size = Math.max(this.#size, end);
    return data.length;
  }

  #take(length: number): Uint8Array {
    this.#encode();
    const start = this.#position;
    this.#position = Math.min(start + length, this.#size);
    return this.#bytes.slice(start, this.#position);
  }

  #encode(): void {
    if (this.#text === null) return;
    this.#bytes = encodeUtf8(this.#text);
    this.#settle(this.#bytes.length);
    this.#shared = false;
    this.#text = null;
  }

  /** Makes `#bytes` private and at least `size` long; doubles its capacity, so appending takes linear time. */
  #reserve(size: number): void {
    const fits = size <= this.#bytes.length;
    if (fits && !this.#shared) return;
    const grown = new Uint8Array(Math.max(size, fits ? this.#size : 2 * this.#size));
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
    this.#shared = false;
  }
}

/** Returns a `Uint8Array` over the same memory, because `slice` of a Node `Buffer` does not copy. */
function withoutSubclass(bytes: Uint8Array): Uint8Array {
  if (bytes.constructor === Uint8Array) return bytes;
  const { buffer, byteOffset, byteLength } = bytes;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}
