/**
 * The body of a message: bytes, read in order.
 *
 * Position and state are available synchronously; reads return promises, because data can arrive later. Content that is
 * already in memory is available synchronously through {@link inMemory}.
 *
 * One consumer at a time: two readers of one stream each get parts of the body. A stream is the only
 * mutable part of a message: its copies share it, including its position.
 *
 * A stream is **open** until {@link close} or {@link detach}. After either, `isReadable`,
 * `isWritable` and `isSeekable` return `false`, `getSize` and `inMemory` return `null`, `eof` returns
 * `true`, `getMetadata` is empty, and every other member fails with `STREAM_DETACHED`.
 *
 * Members that return a promise reject; they never throw. An error of the source rejects the current
 * read and every later one with that same error.
 *
 * @see PSR-7 1.3 Streams, 3.4
 */
export interface StreamInterface extends AsyncIterable<Uint8Array> {
  /**
   * The size of the whole body, whatever the position.
   *
   * @returns bytes; `null` if unknown in advance (chunked transfer)
   */
  getSize(): number | null;

  /**
   * The position: bytes from the start to the next byte to read or write.
   *
   * @throws {MessageErrorInterface} `STREAM_DETACHED`
   */
  tell(): number;

  /**
   * Whether nothing is left to read: the position is that of {@link getSize}, or the source has reported its end. Until a
   * source of unknown size has reported its end, this is `false`, even if nothing follows.
   */
  eof(): boolean;

  /** Whether {@link seek} and {@link rewind} work. */
  isSeekable(): boolean;

  /**
   * Moves the position, synchronously: an error of the storage rejects the next read.
   *
   * @param offset bytes, an integer; can be negative with `whence` 1 and 2
   * @param whence 0 from the start (the default), 1 from the position, 2 from the end
   * @throws {MessageErrorInterface} `STREAM_NOT_SEEKABLE`; `STREAM_OFFSET_INVALID` before the start
   *   or after the end, and the position stays; `STREAM_DETACHED`
   */
  seek(offset: number, whence?: 0 | 1 | 2): void;

  /**
   * `seek(0)`.
   *
   * @throws {MessageErrorInterface} `STREAM_NOT_SEEKABLE`, `STREAM_DETACHED`
   */
  rewind(): void;

  /** Whether {@link write} works: true only for in-memory streams. */
  isWritable(): boolean;

  /**
   * Writes at the position, overwrites existing bytes, and moves the position after the written ones.
   *
   * @param data bytes (copied), or text, which is written as UTF-8
   * @returns the number of bytes written: always all of them
   * @throws {MessageErrorInterface} `STREAM_NOT_WRITABLE`, `STREAM_DETACHED`; `STREAM_NOT_READABLE` for anything but
   *   text and bytes
   */
  write(data: Uint8Array | string): number;

  /** Whether reading works. */
  isReadable(): boolean;

  /**
   * Reads from the position and moves it by the number of returned bytes. Waits only if no byte is
   * available.
   *
   * @param length maximum number of bytes, an integer of at least 0
   * @returns the available bytes, at least one; an empty array if `length` is 0 or at the end
   * @throws {MessageErrorInterface} `STREAM_LENGTH_INVALID`, `STREAM_NOT_READABLE`,
   *   `STREAM_DETACHED`
   */
  read(length: number): Promise<Uint8Array>;

  /**
   * Reads the rest, from the position to the end, into memory.
   *
   * @returns an empty array at the end
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE`, `STREAM_DETACHED`
   */
  getContents(): Promise<Uint8Array>;

  /**
   * The whole body as text: PSR-7's conversion to a string. A seekable stream is rewound first, so
   * that it can be read again. Any other stream returns its unread rest. If a body that had bytes was read
   * to its end, this fails, because `''` would look like an empty body. {@link read}
   * and {@link getContents} return an empty array then.
   *
   * @returns the bytes decoded as UTF-8; each invalid sequence becomes U+FFFD, a byte order mark stays
   * @throws {MessageErrorInterface} `BODY_CONSUMED` if a stream that is not seekable was read to its
   *   end; `STREAM_NOT_READABLE`, `STREAM_DETACHED`
   */
  text(): Promise<string>;

  /**
   * The unread rest (from the position to the end), synchronously and without moving the position.
   *
   * @returns bytes, or the text that was written, whichever needs no conversion; `''` or an empty
   *   array at the end; `null` if any of it is not in memory. Bytes are not a copy: do not change
   *   them. They stay unchanged when the stream is written to afterwards.
   */
  inMemory(): Uint8Array | string | null;

  /**
   * Iterates over the unread rest chunk by chunk, none of them empty.
   *
   * Leaving the loop early cancels the source of a stream that is not seekable and closes the
   * stream; a seekable stream stays open after the last returned chunk.
   */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;

  /**
   * Metadata of the source: `uri` (a file's path), `mode` (`'r'`, `'r+'`, that of a file
   * as given), `seekable`, ...
   *
   * @param key of one value; without it, all are returned
   * @returns all metadata, `{}` if there is none; one value, `null` if it is unknown
   */
  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;

  /**
   * Closes the stream and frees its resources; a source that was not read to its end is cancelled. A
   * pending read is rejected with `STREAM_DETACHED`. Closing twice is not an error.
   */
  close(): void;

  /**
   * Returns the source and leaves the stream unusable; the source is not cancelled.
   *
   * @returns the resource of the stream, from its position on; `null` after `close` or `detach`
   */
  detach(): StreamResource | null;
}

/**
 * The resource of a stream: bytes in memory, or anything that yields bytes in order (a Node
 * `Readable`, a web stream, an async generator). Its iterator's `return` cancels it.
 */
export type StreamResource = Uint8Array | AsyncIterable<Uint8Array>;
