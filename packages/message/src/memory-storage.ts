import { ByteCollector } from '@mortise/base';
import { options as declare, or, rule } from '@mortise/base/options';
import type {
  StreamInterface,
  TemporaryStorageInterface,
  TemporaryWriterInterface,
} from '@mortise/http-message';
import { MemoryStream } from './memory-stream.js';
import { MessageError } from './message-error.js';

/** Options of {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /** Maximum bytes that all writers and their streams hold at a time. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

const declared = declare<MemoryStorageOptions>()('createMemoryStorage', {
  maxBytes: or(
    rule((value) => typeof value === 'number' && value >= 0, 'a number of at least 0, in bytes'),
    64 * 1_048_576,
  ),
});

/**
 * Creates temporary in-memory storage for runtimes without files, such as Workers. Bytes count towards the limit until
 * their writer is discarded or their stream is closed; for uploads, that is when the request ends, at the latest.
 *
 * A write that would exceed `maxBytes` throws `STORAGE_FULL` (`status` 503), and all bytes of its writer are discarded.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function createMemoryStorage(options?: MemoryStorageOptions): TemporaryStorageInterface {
  const memory = new BoundedMemory(declared(options).maxBytes);
  return { createWriter: () => new MemoryWriter(memory) };
}

/** Counts the bytes in use, up to a limit. */
class BoundedMemory {
  readonly #maxBytes: number;
  #used = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  take(bytes: number): void {
    if (this.#used + bytes <= this.#maxBytes) this.#used += bytes;
    else throw storageFull(this.#maxBytes);
  }

  give(bytes: number): void {
    this.#used -= bytes;
  }
}

class MemoryWriter implements TemporaryWriterInterface {
  readonly #memory: BoundedMemory;
  readonly #bytes = new ByteCollector();
  #size = 0;
  #state: 'open' | 'full' | 'done' = 'open';

  constructor(memory: BoundedMemory) {
    this.#memory = memory;
  }

  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    this.#assertOpen();
    try {
      this.#memory.take(bytes.length);
    } catch (error) {
      this.#release('full');
      throw error;
    }
    this.#size += bytes.length;
    this.#bytes.add(bytes);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- rejects where it would throw
  async end(): Promise<StreamInterface> {
    this.#assertOpen();
    this.#state = 'done';
    const size = this.#size;
    return new HeldStream(this.#bytes.take(), () => {
      this.#memory.give(size);
    });
  }

  discard(): Promise<void> {
    if (this.#state === 'open') this.#release('done');
    return Promise.resolve();
  }

  #assertOpen(): void {
    if (this.#state === 'open') return;
    const reason =
      this.#state === 'full'
        ? 'the writer has failed: the temporary storage was full'
        : 'the writer has ended';
    throw new MessageError('STREAM_NOT_WRITABLE', reason);
  }

  #release(state: 'full' | 'done'): void {
    this.#state = state;
    this.#memory.give(this.#size);
    this.#bytes.clear();
  }
}

/** An in-memory stream whose bytes count towards the limit until it is closed or detached. */
class HeldStream extends MemoryStream {
  #release: (() => void) | null;

  constructor(content: Uint8Array, release: () => void) {
    super(content);
    this.#release = release;
  }

  override close(): void {
    super.close();
    this.#release?.();
    this.#release = null;
  }
}

function storageFull(maxBytes: number): MessageError {
  const text = `the temporary storage is full: it holds at most ${maxBytes} bytes (\`maxBytes\`)`;
  return new MessageError('STORAGE_FULL', text, undefined, { status: 503 });
}
