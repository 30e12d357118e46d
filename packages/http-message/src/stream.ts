/**
 * The body of a message: bytes, read in order.
 *
 * Position and state are available synchronously; reads return promises, because data can arrive later. Content that is
 * already in memory is available synchronously through {@link inMemory}.
 *
 * Use one reader at a time: two readers of one stream each get only parts of the body. The stream is the only mutable
 * part of a message: copies of the message share it, including its position.
 *
 * A stream is **open** until {@link close} or {@link detach}. After either, `isReadable`, `isWritable` and `isSeekable`
 * return `false`, `getSize` and `inMemory` return `null`, `eof` returns `true`, `getMetadata` is empty, `close` does
 * nothing, `detach` returns `null`, and every other member fails with `STREAM_DETACHED`.
 *
 * Members that return a promise reject; they never throw. An error from the source rejects the current read and all
 * later ones with that same error.
 *
 * @see PSR-7 1.3 Streams, 3.4
 */
export interface StreamInterface extends AsyncIterable<Uint8Array> {
  /**
   * The size of the whole body, regardless of the position.
   *
   * @returns bytes; `null` if unknown in advance (chunked transfer)
   */
  getSize(): number | null;

  /**
   * The position: the offset, in bytes, of the next byte to read or write.
   *
   * @throws {MessageErrorInterface} `STREAM_DETACHED`
   */
  tell(): number;

  /**
   * Whether nothing is left to read: the position equals {@link getSize}, or the source has reported its end. Until a
   * source of unknown size has reported its end, this is `false`, even if nothing follows.
   */
  eof(): boolean;

  /** Whether {@link seek} and {@link rewind} work. */
  isSeekable(): boolean;

  /**
   * Moves the position synchronously; a storage error rejects the next read.
   *
   * @param offset bytes, an integer; can be negative with `whence` 1 and 2
   * @param whence 0 from the start (the default), 1 from the position, 2 from the end
   * @throws {MessageErrorInterface} `STREAM_NOT_SEEKABLE`; `STREAM_OFFSET_INVALID` if the new position is before the
   *   start or after the end (the position then stays the same); `STREAM_DETACHED`
   */
  seek(offset: number, whence?: 0 | 1 | 2): void;

  /**
   * Moves the position to the start, like `seek(0)`.
   *
   * @throws {MessageErrorInterface} `STREAM_NOT_SEEKABLE`, `STREAM_DETACHED`
   */
  rewind(): void;

  /** Whether {@link write} works: `true` only for in-memory streams. */
  isWritable(): boolean;

  /**
   * Writes at the current position, overwriting existing bytes, and moves the position past the written bytes.
   *
   * @param data bytes, which are copied, or text, which is written as UTF-8
   * @returns the number of bytes written: always all of them
   * @throws {MessageErrorInterface} `STREAM_NOT_WRITABLE`, `STREAM_DETACHED`; `STREAM_NOT_READABLE` for anything but
   *   text and bytes
   */
  write(data: Uint8Array | string): number;

  /** Whether reading works. */
  isReadable(): boolean;

  /**
   * Reads from the current position and advances it by the number of bytes returned. Waits only if no bytes are
   * available.
   *
   * @param length maximum number of bytes, an integer of at least 0
   * @returns the available bytes, at least one; an empty array at the end or if `length` is 0
   * @throws {MessageErrorInterface} `STREAM_LENGTH_INVALID`, `STREAM_NOT_READABLE`,
   *   `STREAM_DETACHED`
   */
  read(length: number): Promise<Uint8Array>;

  /**
   * Reads the rest of the stream, from the position to the end, into memory.
   *
   * @returns an empty array at the end
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE`, `STREAM_DETACHED`
   */
  getContents(): Promise<Uint8Array>;

  /**
   * The whole body as text (PSR-7's `__toString`). A seekable stream is rewound first, so this can be called again; any
   * other stream returns its unread rest. If all bytes of such a stream have already been read, this fails, because
   * `''` would look like an empty body; {@link read} and {@link getContents} return an empty array in that case.
   * `String(stream)` cannot wait, so it only says how to read the stream.
   *
   * @returns the bytes decoded as UTF-8; each invalid sequence becomes U+FFFD, a byte order mark stays
   * @throws {MessageErrorInterface} `BODY_CONSUMED` if a non-seekable stream was already read to its end;
   *   `STREAM_NOT_READABLE`, `STREAM_DETACHED`
   */
  text(): Promise<string>;

  /**
   * The unread rest (from the position to the end), synchronously and without moving the position.
   *
   * @returns bytes, or the text that was written, whichever needs no conversion; `''` or an empty array at the end;
   *   `null` if any of it is not in memory. Bytes are not copied, so do not change them; later writes to the stream do
   *   not change them either.
   */
  inMemory(): Uint8Array | string | null;

  /**
   * Iterates over the unread rest in chunks that are never empty.
   *
   * Leaving the loop early cancels the source of a non-seekable stream and closes the stream; a seekable stream stays
   * open, positioned after the last chunk returned.
   */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;

  /**
   * Metadata of the source: `uri` (a file's path), `mode` (`'r'`, `'r+'`, or the mode with which a file was opened),
   * `seekable`, ...
   *
   * @param key the name of one value; without it, all are returned
   * @returns all metadata, `{}` if there is none; one value, `null` if it is unknown
   */
  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;

  /**
   * Closes the stream and frees its resources; a source that was not read to its end is cancelled. Pending reads are
   * rejected with `STREAM_DETACHED`. Closing twice is not an error.
   */
  close(): void;

  /**
   * Returns the underlying resource, without cancelling it, and leaves the stream unusable.
   *
   * @returns the resource of the stream, from its position on; `null` after `close` or `detach`
   */
  detach(): StreamResource | null;
}

/**
 * The resource of a stream: bytes in memory, or anything that yields bytes in order (a Node `Readable`, a web stream,
 * an async generator). To cancel it, call its iterator's `return`.
 */
export type StreamResource = Uint8Array | AsyncIterable<Uint8Array>;
