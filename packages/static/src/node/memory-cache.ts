import { integer, options, or } from '@mortise/base/options';
import type { Identity } from './proven-places.js';
import type { Representation } from './representation.js';

/** Options of `memoryCache`: which small files are kept in memory, and for how long. */
export interface MemoryCacheOptions {
  /** Maximum bytes of one file; a larger one is read each time. Default: 64 KiB. */
  readonly maxFileBytes?: number | undefined;
  /**
   * Maximum bytes of all files together, each with 1 KiB of overhead; beyond it, the oldest is dropped. Default: 16
   * MiB.
   */
  readonly maxBytes?: number | undefined;
  /**
   * Milliseconds after which a file is checked, and read again if it has changed; it is also read again every 10 s.
   * Default: 1000.
   */
  readonly revalidateAfter?: number | undefined;
}

/** The rules and defaults of {@link MemoryCacheOptions}. */
export const memoryCacheOptions = options<MemoryCacheOptions>()('memoryCache', {
  maxFileBytes: or(integer(0), 65_536),
  maxBytes: or(integer(0), 16_777_216),
  revalidateAfter: or(integer(0), 1_000),
});

/** A file in memory. */
export interface CachedFile {
  readonly representation: Representation;
  readonly bytes: Uint8Array;
  readonly identity: Identity;
}

interface Entry extends CachedFile {
  since: number;
}

/** Bytes counted for each file in addition to its content. */
const OVERHEAD = 1024;

/** Keeps small files by path and coding, and drops the oldest first. */
export class MemoryCache {
  readonly maxFileBytes: number;
  readonly #maxBytes: number;
  readonly #revalidateAfter: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor({ maxFileBytes, maxBytes, revalidateAfter }: ReturnType<typeof memoryCacheOptions>) {
    this.maxFileBytes = maxFileBytes;
    this.#maxBytes = maxBytes;
    this.#revalidateAfter = revalidateAfter;
  }

  /** @returns `null` if the file is not kept, or must be revalidated */
  get(path: string, now: number): CachedFile | null {
    const entry = this.#entries.get(path);
    if (entry === undefined) return null;
    // A negative age means that the clock was set back.
    const age = now - entry.since;
    return age >= 0 && age < this.#revalidateAfter ? entry : null;
  }

  /**
   * Revalidates a file: keeps it for another period if it has not changed.
   *
   * @param stat returns the file's current metadata; `null` if the file must be opened to check it
   * @returns `null` if the file is not kept, or has changed and was dropped
   */
  renew(path: string, stat: () => Identity | null, now: number): CachedFile | null {
    const entry = this.#entries.get(path);
    if (entry === undefined) return null;
    if (isSame(entry.identity, stat())) {
      entry.since = now;
      return entry;
    }
    this.#drop(path, entry);
    return null;
  }

  set(path: string, file: CachedFile, now: number): void {
    const known = this.#entries.get(path);
    if (known !== undefined) this.#drop(path, known);
    this.#entries.set(path, { ...file, since: now });
    this.#bytes += file.bytes.length + OVERHEAD;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest, entry);
    }
  }

  #drop(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#bytes -= entry.bytes.length + OVERHEAD;
  }
}

function isSame(cached: Identity, found: Identity | null): boolean {
  return found?.dev === cached.dev && found.ino === cached.ino && found.ctimeMs === cached.ctimeMs;
}
