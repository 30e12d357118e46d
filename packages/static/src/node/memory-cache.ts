import { integer, options, or } from '@mortise/base/options';
import type { Identity } from './proven-places.js';
import type { Representation } from './representation.js';

/** Which small files are kept in memory, and for how long. */
export interface MemoryCacheOptions {
  /** Maximum bytes of one file. Default: 64 KiB. */
  readonly maxFileBytes?: number;
  /** Maximum bytes of all files together. Default: 16 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds after which a file is checked, and read again if it has changed. Default: 1000. */
  readonly revalidateAfter?: number;
}

/** The options of {@link MemoryCacheOptions}. */
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

/** Memory for a file in addition to its bytes. */
const OVERHEAD = 1024;

/** Small files by their path; the oldest is dropped first. */
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

  /** @returns `null` if the file is not kept, or its time has expired */
  get(path: string, now: number): CachedFile | null {
    const entry = this.#entries.get(path);
    if (entry === undefined) return null;
    // A negative age means that the clock went back.
    const age = now - entry.since;
    return age >= 0 && age < this.#revalidateAfter ? entry : null;
  }

  /**
   * Keeps a file whose time has expired for as long again.
   *
   * @param stat the metadata of the file now; `null` if it must be opened to know them
   * @returns `null` if it is not kept; also if it has changed, and it is dropped then
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
