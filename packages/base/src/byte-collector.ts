import { joinBytes } from './join-bytes.js';

/** Chunks that are joined at a time, if they have fewer than 1 KiB each on average. */
const RUN = 256;
const SMALL_RUN = RUN * 1024;

/**
 * Collects the bytes of chunks in order. A chunk takes some hundred bytes besides its content, so a client that sends
 * single bytes could make a server keep hundreds of times what it sends: small chunks are joined as they arrive.
 */
export class ByteCollector {
  #chunks: Uint8Array[] = [];
  /** How many of `#chunks` stay as they are. */
  #settled = 0;
  #size = 0;

  /** The number of bytes that were added and not taken or cleared. */
  get size(): number {
    return this.#size;
  }

  /** Adds a chunk, which can be empty. @param chunk not copied immediately: its bytes must not change any more */
  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length - this.#settled === RUN) this.#settle();
  }

  /** Returns all bytes, and begins again. @returns a single chunk itself, not a copy; an empty array for none */
  take(): Uint8Array {
    return joinBytes(this.takeChunks());
  }

  /** Returns the bytes as chunks in order, for a writer of many chunks, and begins again. */
  takeChunks(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#settled = 0;
    this.#size = 0;
    return chunks;
  }

  /** Drops all bytes, without joining them, and begins again. */
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
