import { realpath, stat, statSync, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';

const statAt = promisify(stat);
const realPathOf = promisify(realpath.native);

/** Milliseconds within which two changes of a file can have the same time. */
const RECENT = 2000;

/** Milliseconds for which a proof is used. */
const VALID = 10_000;

/** Maximum number of proofs; the oldest is dropped first. */
const MAX_PROOFS = 4096;

/** What identifies a file that nothing has changed: any change of it, and another file in its place, has another time. */
export type Identity = Pick<Stats, 'dev' | 'ino' | 'ctimeMs'>;

interface Proof extends Identity {
  readonly since: number;
}

/**
 * Decides whether files are in the root, and remembers it for each path as long as the path leads to the same unchanged
 * file: `docs/decisions/061-proofs-of-places.md`.
 */
export class ProvenPlaces {
  readonly #root: string;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #proofs = new Map<string, Proof>();

  /**
   * @param root the real path of the folder
   * @param now milliseconds since 1970
   */
  constructor(root: string, now: () => number) {
    this.#root = root;
    this.#folder = root.endsWith(sep) ? root : root + sep;
    this.#now = now;
  }

  /**
   * Whether the real path is in the root, and is the file that was opened.
   *
   * @param opened the metadata of the open file
   * @throws the error of the file system
   */
  async contains(path: string, opened: Stats): Promise<boolean> {
    if (this.#isProven(path, opened)) return true;
    const real = await realPathOf(path);
    if (real !== this.#root && !real.startsWith(this.#folder)) return false;
    const { dev, ino } = await statAt(real);
    if (dev !== opened.dev || ino !== opened.ino) return false;
    this.#remember(path, opened);
    return true;
  }

  /**
   * Synchronous: the path was looked up less than 10 s ago, and another thread would cost five times as much.
   *
   * @returns the metadata of a file that need not be opened to know that it is in the root; `null` for every other path
   */
  stat(path: string): Stats | null {
    if (!this.#isKnown(path)) return null;
    try {
      const found = statSync(path);
      // A folder has a proof too, because it is opened before it is known to be one.
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
