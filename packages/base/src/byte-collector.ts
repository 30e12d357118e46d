import { joinBytes } from './join-bytes.js';

/** Number of chunks that are joined at a time, if they average less than 1 KiB. */
const RUN = 256;
const SMALL_RUN = RUN * 1024;

/**
 * Collects the bytes of chunks in order, and joins small chunks as they arrive: a chunk takes several hundred bytes
 * besides its content, so a client that sends single bytes could make a server keep hundreds of times what it sends.
 */
export class ByteCollector {
  #chunks: Uint8Array[] = [];
  /** Number of `#chunks` that will not be joined again. */
  #settled = 0;
  #size = 0;

  /** Number of bytes that were added, and not yet taken or cleared. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a chunk, which can be empty.
   *
   * @param chunk kept by reference: its bytes must not change afterwards
   */
  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length - this.#settled === RUN) this.#settle();
  }

  /**
   * Returns all bytes, and empties the collector.
   *
   * @returns the chunk itself, not a copy, if there is only one; an empty array if there is none
   */
  take(): Uint8Array {
    return joinBytes(this.takeChunks());
  }

  /** Returns the bytes as chunks in order, for code that can write many at once, and empties the collector. */
  takeChunks(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#settled = 0;
    this.#size = 0;
    return chunks;
  }

  /** Discards all bytes without joining them. */
  clear(): void {
    this.takeChunks();
  }

  #settle(): void {
    const run = this.#chunks.slice(this.#settled);
    const size = run.reduce((sum, { length }) => sum + length, 0);
    if (size < SMALL_RUN) this.#chunks.splice(this.#settled, RUN, joinBytes(run));
    this.#settled = this.#chunks.length;
  }
}
