import type { Representation } from './representation.js';

/** Which small files stay in memory, and for how long they are believed. */
export interface KeepOptions {
  /** The largest file, in bytes. Default: 64 KiB. */
  readonly maxFileBytes?: number;
  /** All of them, in bytes. Default: 16 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds after which the file is looked at again. Default: 1000. */
  readonly recheckAfter?: number;
}

/** A file in memory. */
export interface KeptFile {
  readonly representation: Representation;
  readonly bytes: Uint8Array;
}

interface Entry extends KeptFile {
  readonly until: number;
}

/** What a file costs besides its bytes. */
const OVERHEAD = 1024;

/** Small files by their path, the oldest out first. */
export class KeptFiles {
  readonly maxFileBytes: number;
  readonly #maxBytes: number;
  readonly #recheckAfter: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor({ maxFileBytes = 65_536, maxBytes = 16_777_216, recheckAfter = 1000 }: KeepOptions) {
    this.maxFileBytes = maxFileBytes;
    this.#maxBytes = maxBytes;
    this.#recheckAfter = recheckAfter;
  }

  /** @returns `null` when the file is not kept, or not believed any more */
  get(path: string, now: number): KeptFile | null {
    const entry = this.#entries.get(path);
    if (entry === undefined) return null;
    if (now < entry.until) return entry;
    this.#drop(path, entry);
    return null;
  }

  keep(path: string, file: KeptFile, now: number): void {
    const known = this.#entries.get(path);
    if (known !== undefined) this.#drop(path, known);
    this.#entries.set(path, { ...file, until: now + this.#recheckAfter });
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
