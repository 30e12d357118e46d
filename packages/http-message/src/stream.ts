/**
 * The body of a message: bytes, read in order.
 *
 * Position and state are known at once; reading may have to wait, so it gives promises. What is in
 * memory already is reachable without waiting, through {@link inMemory}.
 *
 * One consumer at a time: two readers of one stream see parts of the body each. A stream is the only
 * mutable part of a message: its copies share it, position included.
 *
 * A stream is **open** until {@link close} or {@link detach}. After either, `isReadable`,
 * `isWritable` and `isSeekable` give `false`, `getSize` and `inMemory` give `null`, `eof` gives
 * `true`, `getMetadata` has nothing, and every other member fails with `STREAM_DETACHED`.
 *
 * Members that return a promise reject; they never throw. An error of the source rejects the read
 * that met it, and every later one, with that same error.
 *
 * @see PSR-7 1.3 Streams, 3.4
 */
export interface StreamInterface extends AsyncIterable<Uint8Array> {
  /**
   * The size of the whole body, whatever the position.
   *
   * @returns bytes; `null` when it is not known in advance (chunked transfer)
   */
  getSize(): number | null;

  /**
   * The position: bytes from the start to the next one read or written.
   *
   * @throws {MessageErrorInterface} `STREAM_DETACHED`
   */
  tell(): number;

  /**
   * Whether nothing is left to read: the position is that of {@link getSize}, or the source has told
   * its end. A source of unknown size whose end has not been met yet gives `false`, though nothing may
   * follow.
   */
  eof(): boolean;

  /** Whether {@link seek} and {@link rewind} work. */
  isSeekable(): boolean;

  /**
   * Moves the position. It does not wait: an error of the storage shows at the next read.
   *
   * @param offset bytes, an integer; may be negative with `whence` 1 and 2
   * @param whence 0 from the start (the default), 1 from the position, 2 from the end
   * @throws {MessageErrorInterface} `STREAM_NOT_SEEKABLE`; `STREAM_OFFSET_INVALID` before the start
   *   or behind the end, and the position stays; `STREAM_DETACHED`
   */
  seek(offset: number, whence?: 0 | 1 | 2): void;

  /**
   * `seek(0)`.
   *
   * @throws {MessageErrorInterface} `STREAM_NOT_SEEKABLE`, `STREAM_DETACHED`
   */
  rewind(): void;

  /** Whether {@link write} works: true of streams in memory only. */
  isWritable(): boolean;

  /**
   * Writes at the position, over what stands there, and moves behind it.
   *
   * @param data bytes (copied), or text, which is written as UTF-8
   * @returns the number of bytes written: always all of them
   * @throws {MessageErrorInterface} `STREAM_NOT_WRITABLE`, `STREAM_DETACHED`
   */
  write(data: Uint8Array | string): number;

  /** Whether reading works. */
  isReadable(): boolean;

  /**
   * Reads on from the position and moves it by what it gives. Waits only while nothing at all is
   * there.
   *
   * @param length most bytes to give, an integer of at least 0
   * @returns at least one byte, however few of those that are there, unless `length` is 0 or the end is
   *   reached, then an empty array
   * @throws {MessageErrorInterface} `STREAM_LENGTH_INVALID`, `STREAM_NOT_READABLE`,
   *   `STREAM_DETACHED`
   */
  read(length: number): Promise<Uint8Array>;

  /**
   * Reads all that is left, from the position to the end, into memory.
   *
   * @returns an empty array at the end
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE`, `STREAM_DETACHED`
   */
  getContents(): Promise<Uint8Array>;

  /**
   * The whole body as text: PSR-7's conversion to a string. A seekable stream is rewound first, so
   * that it can be read again. Any other stream gives its unread rest; where nothing but its end is
   * left of a body that had bytes, this fails, because `''` would read as an empty body. {@link read}
   * and {@link getContents} give an empty array there.
   *
   * @returns the bytes read as UTF-8; each invalid sequence becomes U+FFFD, a byte order mark stays
   * @throws {MessageErrorInterface} `BODY_CONSUMED` if a stream that is not seekable was read to its
   *   end; `STREAM_NOT_READABLE`, `STREAM_DETACHED`
   */
  text(): Promise<string>;

  /**
   * The unread rest (from the position to the end), without waiting and without moving.
   *
   * @returns bytes, or the text that was written, whichever costs nothing to give; `''` or an empty
   *   array at the end; `null` when any of it is not in memory. Bytes are not a copy: do not change
   *   them. They stay as they are when the stream is written afterwards.
   */
  inMemory(): Uint8Array | string | null;

  /**
   * Gives the unread rest chunk by chunk, none of them empty.
   *
   * Leaving the loop early cancels the source of a stream that is not seekable and closes the
   * stream; a seekable stream stays open behind the chunk that it gave last.
   */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;

  /**
   * Facts about the source: `uri` (a file's path), `mode` (`'r'`, `'r+'`, that of a file
   * as given), `seekable`, ...
   *
   * @param key a fact's name; without it, all facts
   * @returns all facts, `{}` when there are none; the value of one fact, `null` when it is unknown
   */
  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;

  /**
   * Ends the stream and frees what it holds; a source that was not read to its end is cancelled. A
   * read that waits is rejected with `STREAM_DETACHED`. Closing twice is not an error.
   */
  close(): void;

  /**
   * Hands the source over and leaves the stream unusable; the source is not cancelled.
   *
   * @returns what the stream was made of, from its position on; `null` after `close` or `detach`
   */
  detach(): StreamResource | null;
}

/**
 * What a stream can be made of: bytes in memory, or anything that gives bytes in order (a Node
 * readable, a web stream, an async generator). Its iterator's `return` cancels it.
 */
export type StreamResource = Uint8Array | AsyncIterable<Uint8Array>;
