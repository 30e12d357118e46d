import { closeSync, lstat, openSync, readlinkSync, realpath, statSync, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import type { Awaitable } from '@mortise/http-message';

const lstatAt = promisify(lstat);
const realPathOf = promisify(realpath.native);

/** Milliseconds within which two changes of a file can have the same time. */
const RECENT = 2000;

/** Milliseconds for which a proof is valid. */
const VALID = 10_000;

/** Maximum number of proofs; the oldest is dropped first. */
const MAX_PROOFS = 4096;

/** Identifies an unchanged file: after any change, and for another file in its place, `ctimeMs` differs. */
export type Identity = Pick<Stats, 'dev' | 'ino' | 'ctimeMs'>;

interface Proof extends Identity {
  readonly since: number;
}

/**
 * Returns the path of an open file, on Linux only. The path of a file that has since been deleted ends with
 * ` (deleted)`.
 */
function placeOf(descriptor: number): string {
  return readlinkSync(`/proc/self/fd/${descriptor}`);
}

/** Whether {@link placeOf} works for a folder. Deno's descriptors are not those of the system. */
function knowsPlaceOf(folder: string): boolean {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(folder, 'r');
    return placeOf(descriptor) === folder;
  } catch {
    return false;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/**
 * Decides whether files are in the root folder, and remembers the proof for each path while it leads to the same
 * unchanged file: `docs/decisions/061-proofs-of-places.md`.
 */
export class ProvenPlaces {
  readonly #root: string;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #asksDescriptors: boolean;
  readonly #proofs = new Map<string, Proof>();

  /**
   * @param root the real path of the folder
   * @param now milliseconds since 1970
   * @param asksDescriptors whether the system reports the path of an open file
   */
  constructor(root: string, now: () => number, asksDescriptors = knowsPlaceOf(root)) {
    this.#root = root;
    this.#asksDescriptors = asksDescriptors;
    this.#folder = root.endsWith(sep) ? root : root + sep;
    this.#now = now;
  }

  /**
   * Whether an open file is in the root. If the system does not report its path, it is compared with the file at the
   * real path. Another process can exchange that file in the meantime, so nothing is remembered then.
   *
   * @param opened the metadata of the open file
   * @throws the error of the file system
   */
  contains(path: string, opened: Stats, descriptor: number): Awaitable<boolean> {
    if (!this.#asksDescriptors) return this.#leadsTo(path, opened);
    if (this.#isProven(path, opened)) return true;
    if (!this.#isBelow(placeOf(descriptor))) return false;
    this.#remember(path, opened);
    return true;
  }

  async #leadsTo(path: string, opened: Stats): Promise<boolean> {
    const real = await realPathOf(path);
    if (!this.#isBelow(real)) return false;
    // Does not follow a link that was created there after the path was resolved.
    const { dev, ino } = await lstatAt(real);
    return dev === opened.dev && ino === opened.ino;
  }

  #isBelow(place: string): boolean {
    return place === this.#root || place.startsWith(this.#folder);
  }

  /**
   * Returns the metadata of a file without opening it. Synchronous: the path was looked up less than 10 s ago, and
   * using another thread would take five times as long.
   *
   * @returns `null` unless there is a proof that the file is in the root
   */
  stat(path: string): Stats | null {
    if (!this.#isKnown(path)) return null;
    try {
      const found = statSync(path);
      // Folders have proofs too, because they are opened before they are known to be folders.
      return found.isFile() && this.#isProven(path, found) ? found : null;
    } catch {
      return null;
    }
  }

  /** Whether there is a proof that has not expired. */
  #isKnown(path: string): boolean {
    const proof = this.#proofs.get(path);
    if (proof === undefined) return false;
    const age = this.#now() - proof.since;
    if (age >= 0 && age < VALID) return true;
    this.#proofs.delete(path);
    return false;
  }

  #isProven(path: string, { dev, ino, ctimeMs }: Identity): boolean {
    if (!this.#isKnown(path)) return false;
    const proof = this.#proofs.get(path);
    if (proof?.dev === dev && proof.ino === ino && proof.ctimeMs === ctimeMs) return true;
    this.#proofs.delete(path);
    return false;
  }

  #remember(path: string, { dev, ino, ctimeMs }: Identity): void {
    const since = this.#now();
    if (since - ctimeMs <= RECENT) return;
    this.#proofs.set(path, { dev, ino, ctimeMs, since });
    for (const [oldest] of this.#proofs) {
      if (this.#proofs.size <= MAX_PROOFS) break;
      this.#proofs.delete(oldest);
    }
  }
}
