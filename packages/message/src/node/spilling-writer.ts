import { ByteCollector, joinBytes } from '@mortise/base';
import { close, open, unlink, write, writev } from 'node:fs';
import type { StreamInterface, TemporaryWriterInterface } from '@mortise/http-message';
import { MemoryStream } from '../memory-stream.js';
import { MessageError } from '../message-error.js';
import { FileStream } from './file-stream.js';
import { OpenFile } from './open-file.js';
import { settled } from './settled.js';

// Bytes to collect before writing them to the file: each write is a round trip to another thread.
const GATHERED_BYTES = 262_144;

const NOTHING = new Uint8Array(0);

interface TemporaryFile {
  readonly path: string;
  readonly descriptor: number;
}

/** Keeps bytes in memory up to a limit; one more byte moves all of them to a file. */
export class SpillingWriter implements TemporaryWriterInterface {
  readonly #memoryLimit: number;
  readonly #newPath: () => string;
  /** Bytes that have not been written yet. */
  readonly #gathered = new ByteCollector();
  #size = 0;
  #file: TemporaryFile | null = null;
  /** The sequence of writes so far; rejects with the first error. */
  #writes: Promise<void> | null = null;
  #done = false;

  /** @param newPath returns an unused path */
  constructor(memoryLimit: number, newPath: () => string) {
    this.#memoryLimit = memoryLimit;
    this.#newPath = newPath;
  }

  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#done) throw new MessageError('STREAM_NOT_WRITABLE', 'the writer has ended');
    this.#size += bytes.length;
    this.#gathered.add(bytes);
    // The first byte over the limit creates the file, so a problem with its folder is noticed early.
    const isDue =
      this.#writes === null
        ? this.#size > this.#memoryLimit
        : this.#gathered.size >= GATHERED_BYTES;
    if (isDue) return this.#flush();
  }

  async end(): Promise<StreamInterface> {
    if (this.#done) throw new MessageError('STREAM_NOT_WRITABLE', 'the writer has ended');
    this.#done = true;
    if (this.#memoryLimit === 0 || this.#writes !== null) await this.#flush();
    if (this.#file === null) return new MemoryStream(this.#gathered.take());
    const { descriptor, path } = this.#file;
    return new FileStream(new OpenFile(descriptor, path, this.#size, true));
  }

  async discard(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    this.#gathered.clear();
    await this.#writes?.catch(() => undefined);
    await this.#remove();
  }

  #flush(): Promise<void> {
    const writes = (this.#writes ?? Promise.resolve()).then(() => this.#writeChunks());
    this.#writes = writes;
    // A caller that does not await a write gets its error from the next one or from `end`.
    writes.catch(() => undefined);
    return writes;
  }

  async #writeChunks(): Promise<void> {
    const { size } = this.#gathered;
    const chunks = this.#gathered.takeChunks();
    try {
      this.#file ??= await createFile(this.#newPath());
      await writeAll(this.#file.descriptor, chunks, size);
    } catch (error) {
      await this.#remove();
      throw error;
    }
  }

  async #remove(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    await settled((done) => {
      close(file.descriptor, done);
    }).catch(() => undefined);
    await settled((done) => {
      unlink(file.path, done);
    }).catch(() => undefined);
  }
}

async function createFile(path: string): Promise<TemporaryFile> {
  const descriptor = await settled<number>((done) => {
    open(path, 'wx+', 0o600, done);
  });
  return { path, descriptor };
}

async function writeAll(
  descriptor: number,
  chunks: readonly Uint8Array[],
  size: number,
): Promise<void> {
  if (size === 0) return;
  const written = await settled<number>((done) => {
    writev(descriptor, chunks, done);
  });
  // If the disk is nearly full, only a part is written, and the next write fails.
  const rest = written < size ? joinBytes(chunks).subarray(written) : NOTHING;
  for (let at = 0; at < rest.length; ) {
    at += await settled<number>((done) => {
      write(descriptor, rest, at, rest.length - at, null, done);
    });
  }
}
