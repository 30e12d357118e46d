import { optional, options, rule } from '@mortise/base/options';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  StreamInterface,
  TemporaryStorageInterface,
  TemporaryWriterInterface,
} from '@mortise/http-message';
import { MemoryStream } from '../memory-stream.js';
import { MessageError } from '../message-error.js';
import { FileStream } from './file-stream.js';
import { openFile } from './open-file.js';

/** Options of {@link createTemporaryStorage}. */
export interface TemporaryStorageOptions {
  /** An existing folder for temporary files. Default: the operating system's (`os.tmpdir()`). */
  readonly folder?: string | undefined;
}

const declared = options<TemporaryStorageOptions>()('createTemporaryStorage', {
  folder: optional(rule((folder) => typeof folder === 'string' && folder !== '', 'a folder')),
});

/**
 * Creates temporary storage that uses memory up to each writer's limit, and above it files that only the current user
 * can read.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function createTemporaryStorage(
  given: TemporaryStorageOptions = {},
): TemporaryStorageInterface {
  const { folder = tmpdir() } = declared(given);
  return { createWriter: (memoryLimit) => new TemporaryWriter(folder, memoryLimit) };
}

class TemporaryWriter implements TemporaryWriterInterface {
  readonly #path: string;
  readonly #memoryLimit: number;
  #memory = new MemoryStream('');
  /** The open file; `null` while everything is in memory. */
  #descriptor: number | null = null;
  #size = 0;
  #finished = false;

  constructor(folder: string, memoryLimit: number) {
    this.#path = join(folder, `mortise-${crypto.randomUUID()}.tmp`);
    this.#memoryLimit = memoryLimit;
    if (memoryLimit === 0) this.#descriptor = openSync(this.#path, 'wx', 0o600);
  }

  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    this.#assertUnfinished();
    this.#memory.write(bytes);
    this.#size += bytes.length;
    if (this.#size > this.#memoryLimit) return this.#spill();
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- so that it rejects and never throws
  async end(): Promise<StreamInterface> {
    this.#assertUnfinished();
    this.#finished = true;
    if (this.#descriptor === null) {
      this.#memory.rewind();
      return this.#memory;
    }
    try {
      closeSync(this.#descriptor);
      return new FileStream(openFile(this.#path, true));
    } catch (error) {
      rmSync(this.#path, { force: true });
      throw error;
    }
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- the contract's promise
  async discard(): Promise<void> {
    if (this.#finished) return;
    this.#finished = true;
    this.#memory.close();
    if (this.#descriptor !== null) this.#remove(this.#descriptor);
  }

  /** Moves the in-memory bytes to the file. */
  async #spill(): Promise<void> {
    try {
      this.#descriptor ??= openSync(this.#path, 'wx', 0o600);
      this.#memory.rewind();
      const bytes = this.#memory.inMemory() ?? new Uint8Array();
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
      this.#memory = new MemoryStream('');
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  #assertUnfinished(): void {
    if (this.#finished) throw new MessageError('STREAM_NOT_WRITABLE', 'the writer has ended');
  }

  #remove(descriptor: number): void {
    ignoreFailure(() => {
      closeSync(descriptor);
    });
    ignoreFailure(() => {
      rmSync(this.#path, { force: true });
    });
  }
}

/** Attempts a cleanup and ignores its error, because no caller is left to handle it. */
function ignoreFailure(attempt: () => void): void {
  try {
    attempt();
  } catch {
    return;
  }
}
