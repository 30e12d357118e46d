import type { StreamInterface, StreamResource } from './stream.js';

/**
 * The read-only modes of PHP's `fopen`. `b` (binary), `t` (text) and `e` (close on exec) have no effect: files are
 * always read as bytes and never inherited by child processes.
 */
export type FileMode = `r${'' | 'b' | 't'}${'' | 'e'}`;

/**
 * Creates streams.
 *
 * @see PSR-17 2.4
 */
export interface StreamFactoryInterface {
  /**
   * Creates an in-memory stream that is readable, writable and seekable.
   *
   * @param content text (encoded as UTF-8) or bytes (copied on the first write); default `''`
   * @returns a stream positioned at its start
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE` for anything but text and bytes
   */
  createStream(content?: Uint8Array | string): StreamInterface;

  /**
   * Creates a stream over a file: readable and seekable, never writable.
   *
   * @param filename a path; the file is opened synchronously
   * @param mode default `'r'`
   * @throws {MessageErrorInterface} `STREAM_FILE_FAILED` (the file system's error is its `cause`),
   *   `STREAM_FILE_UNSUPPORTED` for a mode that writes, and on a runtime without files
   */
  createStreamFromFile(filename: string, mode?: FileMode): StreamInterface;

  /**
   * Creates a stream over a resource. Bytes are seekable; anything else can be read only once, in order. Strings that
   * it yields are encoded as UTF-8, even if a surrogate pair is split across two of them. Reading a chunk that is
   * neither text nor bytes fails with `STREAM_NOT_READABLE`. A Node stream that fails before it is read does not end the
   * process: reading rejects with its error.
   *
   * An iterator, such as a generator, a Node stream and a web stream belong to one stream, until that is detached.
   *
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE` for a value that is not a resource, such as text or a list;
   *   `BODY_CONSUMED` for a source that another stream reads, or has read
   */
  createStreamFromResource(
    resource: StreamResource | AsyncIterable<Uint8Array | string>,
  ): StreamInterface;
}
