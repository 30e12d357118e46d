import type { StreamInterface } from './stream.js';

/**
 * Storage for bytes that are needed until a request ends; usually it can hold more than fits in memory. Only the owner can
 * read its files, where files have permissions.
 */
export interface TemporaryStorageInterface {
  /**
   * @param memoryLimit bytes kept in memory; one more moves all of them to a file. With 0, a file is used from the start.
   *   Storage without files ignores it.
   */
  createWriter(memoryLimit: number): TemporaryWriterInterface;
}

/**
 * Receives bytes in order, begins in memory, moves to a file when they exceed the limit, and ends as a
 * stream. The owner must call {@link end} or {@link discard}, even after an error; the stream's `close`
 * removes the file.
 */
export interface TemporaryWriterInterface {
  /** Bytes written so far. */
  readonly size: number;

  /**
   * @param bytes kept by reference: do not change them afterwards
   * @returns settles when the storage accepts more; synchronous while in memory. It fails with
   *   the file system's error or, if the storage is full, with `STORAGE_FULL`, and leaves no file.
   */
  write(bytes: Uint8Array): void | Promise<void>;

  /** @returns a readable, seekable stream of everything, at its start */
  end(): Promise<StreamInterface>;

  /** Removes everything, including the file; after {@link end}, does nothing. Never fails. */
  discard(): Promise<void>;
}
