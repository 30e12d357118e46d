import { close, closeSync, constants, fstatSync, open, read, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { joinBytes } from '@mortise/base';
import type { ProvenPlaces } from './proven-places.js';

const openAt = promisify(open);

/** Maximum bytes of one read. */
const CHUNK = 256 * 1024;

/**
 * Maximum bytes of a file that is closed synchronously: closing a deleted file frees its blocks, which can take long.
 */
const SMALL = 1024 * 1024;

/**
 * Codes of errors that mean that a path is not a readable file. `ERR_INVALID_ARG_VALUE` is thrown for a path with NUL.
 */
const NOT_FOUND = new Set([
  ...['EACCES', 'EINVAL', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOENT', 'ENOTDIR'],
  ...['ENXIO', 'EPERM', 'ERR_INVALID_ARG_VALUE'],
]);

/** One open descriptor. Size, tag and bytes are read from it, so that versions of a changing file are never mixed. */
export class OpenFile {
  readonly stats: Stats;
  #descriptor: number | null;
  #reads = 0;
  #isClosing = false;

  private constructor(descriptor: number, stats: Stats) {
    this.#descriptor = descriptor;
    this.stats = stats;
  }

  /**
   * Opens a path for reading.
   *
   * @param places checks that the root contains the file; `null` if any file may be opened
   * @returns `'folder'` for a folder; `null` for a path that does not exist, is not readable, is neither file nor
   *   folder, or is outside the root
   * @throws the error of the file system, unless it means that the file does not exist
   */
  static async at(path: string, places: ProvenPlaces | null): Promise<OpenFile | 'folder' | null> {
    let descriptor: number | null = null;
    try {
      // Without `O_NONBLOCK`, opening a FIFO that has no writer would block. Windows has no such flag.
      descriptor = await openAt(path, constants.O_RDONLY | constants.O_NONBLOCK);
      // Synchronous: opening has just read the metadata, and using another thread would take eight times as long.
      const stats = fstatSync(descriptor);
      const isInside = places === null || (await places.contains(path, stats, descriptor));
      if (isInside && stats.isFile()) {
        const file = new OpenFile(descriptor, stats);
        descriptor = null;
        return file;
      }
      return isInside && stats.isDirectory() ? 'folder' : null;
    } catch (error) {
      if (NOT_FOUND.has(String((error as NodeJS.ErrnoException).code))) return null;
      throw error;
    } finally {
      if (descriptor !== null) close(descriptor, ignore);
    }
  }

  /** Reads from a position. @returns fewer bytes than `length` at the end of a chunk or of the file */
  async read(position: number, length: number): Promise<Uint8Array> {
    const descriptor = this.#descriptor;
    if (descriptor === null || this.#isClosing)
      throw new Error('the file was closed while it was being read');
    const buffer = Buffer.allocUnsafeSlow(Math.min(length, CHUNK));
    this.#reads++;
    try {
      return buffer.subarray(0, await readAt(descriptor, buffer, position));
    } finally {
      this.#endRead();
    }
  }

  /** Reads the whole file, and closes it. @throws if it became shorter */
  async readAll(): Promise<Uint8Array> {
    try {
      return await this.readRange(0, this.stats.size);
    } finally {
      this.close();
    }
  }

  /** @throws if the file ends earlier */
  async readRange(start: number, length: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for (let done = 0; done < length; ) {
      const chunk = await this.read(start + done, length - done);
      if (chunk.length === 0) throw new Error('the file shrank while it was being read');
      chunks.push(chunk);
      done += chunk.length;
    }
    return joinBytes(chunks);
  }

  #endRead(): void {
    this.#reads--;
    if (this.#isClosing) this.close();
  }

  /** Closes the descriptor, after a pending read. Closing twice does nothing. */
  close(): void {
    this.#isClosing = true;
    if (this.#reads > 0 || this.#descriptor === null) return;
    if (this.stats.size <= SMALL) closeNow(this.#descriptor);
    else close(this.#descriptor, ignore);
    this.#descriptor = null;
  }
}

function readAt(descriptor: number, buffer: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, buffer.length, position, (error, bytes) => {
      if (error === null) resolve(bytes);
      else reject(error);
    });
  });
}

function closeNow(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    ignore();
  }
}

/** Ignores an error of closing: a descriptor that cannot be closed is unusable too. */
function ignore(): void {
  return;
}
