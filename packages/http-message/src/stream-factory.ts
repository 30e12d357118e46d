import type { StreamInterface, StreamResource } from './stream.js';

/**
 * The modes of PHP's `fopen` that only read. `b` (binary), `t` (text) and `e` (close on exec) have
 * no effect: files are always read as bytes, and child processes never inherit them.
 */
export type FileMode = `r${'' | 'b' | 't'}${'' | 'e'}`;

/** @see PSR-17 2.4 */
export interface StreamFactoryInterface {
  /**
   * An in-memory stream: readable, writable, seekable.
   *
   * @param content text (as UTF-8) or bytes (copied when they are written to); default `''`
   * @returns positioned at its start
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE` for anything but text and bytes
   */
  createStream(content?: Uint8Array | string): StreamInterface;

  /**
   * A stream over a file: readable and seekable, never writable.
   *
   * @param filename a path; opened before this returns
   * @param mode default `'r'`
   * @throws {MessageErrorInterface} `STREAM_FILE_FAILED` (the file system's error is its `cause`),
   *   `STREAM_FILE_UNSUPPORTED` for a mode that writes, and on a runtime without files
   */
  createStreamFromFile(filename: string, mode?: FileMode): StreamInterface;

  /**
   * Creates a stream over a resource: bytes stay seekable, anything else can be read once, in order. Strings that it
   * yields become UTF-8, even if a surrogate pair is split between two; reading fails with `STREAM_NOT_READABLE` at a chunk
   * that is neither text nor bytes.
   *
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE` for a value that is not a resource, such as text or a list
   */
  createStreamFromResource(
    resource: StreamResource | AsyncIterable<Uint8Array | string>,
  ): StreamInterface;
}
