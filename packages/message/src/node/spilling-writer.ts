import { close, open, unlink, write } from 'node:fs';
import { promisify } from 'node:util';
import type { StreamInterface, TemporaryWriterInterface } from '@mortise/http-message';
import { joined } from '../joined-bytes.js';
import { MemoryStream } from '../memory-stream.js';
import { MessageError } from '../message-error.js';
import { FileStream } from './file-stream.js';
import { OpenFile } from './open-file.js';

const openFile = promisify(open);
const writeTo = promisify(write);
const closeFile = promisify(close);
const unlinkFile = promisify(unlink);

interface TemporaryFile {
  readonly path: string;
  readonly descriptor: number;
}

/** Keeps bytes in memory up to a limit; one more moves all of them to a file. */
export class SpillingWriter implements TemporaryWriterInterface {
  readonly #memoryLimit: number;
  readonly #newPath: () => string;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: TemporaryFile | null = null;
  /** The writes so far, one after the other; it rejects with the first error. */
  #writes: Promise<void> | null = null;
  #done = false;

  /** @param newPath a path where no file is */
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
    this.#chunks.push(bytes);
    if (this.#writes !== null || this.#size > this.#memoryLimit) return this.#flush();
  }

  async end(): Promise<StreamInterface> {
    if (this.#done) throw new MessageError('STREAM_NOT_WRITABLE', 'the writer has ended');
    this.#done = true;
    if (this.#memoryLimit === 0) await this.#flush();
    await this.#writes;
    if (this.#file === null) return new MemoryStream(joined(this.#chunks));
    const { descriptor, path } = this.#file;
    return new FileStream(new OpenFile(descriptor, path, this.#size, true));
  }

  async discard(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    this.#chunks = [];
    await this.#writes?.catch(() => undefined);
    await this.#remove();
  }

  #flush(): Promise<void> {
    const writes = (this.#writes ?? Promise.resolve()).then(() => this.#writeChunks());
    this.#writes = writes;
    // Who does not wait for a write learns of its error from the next one or from `end`.
    writes.catch(() => undefined);
    return writes;
  }

  async #writeChunks(): Promise<void> {
    const bytes = joined(this.#chunks);
    this.#chunks = [];
    try {
      this.#file ??= await createFile(this.#newPath());
      await writeAll(this.#file.descriptor, bytes);
    } catch (error) {
      await this.#remove();
      throw error;
    }
  }

  async #remove(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    await closeFile(file.descriptor).catch(() => undefined);
    await unlinkFile(file.path).catch(() => undefined);
  }
}

async function createFile(path: string): Promise<TemporaryFile> {
  return { path, descriptor: await openFile(path, 'wx+', 0o600) };
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await writeTo(descriptor, bytes, at, bytes.length - at, null);
    at += bytesWritten;
  }
}
