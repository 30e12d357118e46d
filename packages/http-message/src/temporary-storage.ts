import type { StreamInterface } from './stream.js';

/**
 * Storage for bytes that are needed until a request ends; it can usually hold more than fits in memory. If the file
 * system has permissions, only the owner can read its files.
 */
export interface TemporaryStorageInterface {
  /**
   * Creates a writer for one file or body.
   *
   * @param memoryLimit maximum bytes kept in memory; one more byte moves all of them to a file. With 0, a file is used
   *   from the start. Storage without files ignores it.
   */
  createWriter(memoryLimit: number): TemporaryWriterInterface;
}

/**
 * Collects bytes in order, in memory up to the limit and then in a file, and finally returns them as a stream. The
 * owner must call {@link end} or {@link discard}, even after an error; closing the stream removes the file.
 */
export interface TemporaryWriterInterface {
  /** Bytes written so far. */
  readonly size: number;

  /**
   * Appends bytes.
   *
   * @param bytes kept by reference: do not change them afterwards
   * @returns settles when the storage accepts more; synchronous while in memory. Fails with the file system's error or,
   *   if the storage is full, with `STORAGE_FULL`; no file is left behind.
   */
  write(bytes: Uint8Array): void | Promise<void>;

  /**
   * Ends the writer.
   *
   * @returns a readable, seekable stream of all bytes, positioned at its start
   */
  end(): Promise<StreamInterface>;

  /** Removes everything, including the file. Does nothing after {@link end}. Never fails. */
  discard(): Promise<void>;
}
