import { close, read, unlink } from 'node:fs';
import { settled } from './settled.js';

/** A file that is open for reading. Its descriptor is closed after pending reads have finished. */
export class OpenFile {
  readonly path: string;
  /** The size in bytes when the file was opened. */
  readonly size: number;
  readonly #descriptor: number;
  readonly #temporary: boolean;
  #reads = 0;
  #closed = false;

  /** @param temporary whether the file is removed when it is closed */
  constructor(descriptor: number, path: string, size: number, temporary: boolean) {
    this.#descriptor = descriptor;
    this.path = path;
    this.size = size;
    this.#temporary = temporary;
  }

  /** Reads a range of bytes; returns fewer only if the file has become shorter. */
  async readAt(position: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    this.#reads++;
    try {
      while (filled < length) {
        const from = position + filled;
        const rest = length - filled;
        const bytesRead = await settled<number>((done) => {
          read(this.#descriptor, bytes, filled, rest, from, done);
        });
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
    } finally {
      this.#reads--;
      this.#release();
    }
    return bytes.subarray(0, filled);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#release();
    if (this.#temporary) unlink(this.path, ignore);
  }

  #release(): void {
    if (this.#closed && this.#reads === 0) close(this.#descriptor, ignore);
  }
}

/** Ignores an error that no caller is left to handle. */
function ignore(): void {
  return;
}
