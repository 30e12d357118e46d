import type { StreamInterface } from './stream.js';

/** Where bytes go that may be too many for memory. */
export interface TemporaryStorageInterface {
  /**
   * @param memoryLimit bytes that stay in memory; one more moves all of them to a file. 0 begins
   *   with a file.
   */
  createWriter(memoryLimit: number): TemporaryWriterInterface;
}

/**
 * Takes bytes in order, begins in memory, moves to a file when there are too many, and ends in a
 * stream. The owner calls {@link end} or {@link discard}, whatever happens; the stream's `close`
 * removes the file.
 */
export interface TemporaryWriterInterface {
  /** Bytes written so far. */
  readonly size: number;

  /**
   * @param bytes taken over: do not change them afterwards
   * @returns settles when the storage can take more; at once while in memory. It fails with
   *   the file system's error, and nothing is left behind.
   */
  write(bytes: Uint8Array): void | Promise<void>;

  /** @returns a readable, seekable stream of everything, at its start */
  end(): Promise<StreamInterface>;

  /** Removes everything, the file too; after {@link end}, does nothing. Never fails. */
  discard(): Promise<void>;
}
