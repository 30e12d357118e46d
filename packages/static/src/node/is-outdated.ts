import { type Stats, statSync } from 'node:fs';

/** Milliseconds by which tools that copy a folder can mix up the times of files that were made together. */
const TOGETHER = 2000;

/**
 * Whether a compressed file must not be sent in place of its original: it is older, so that the original was changed after it
 * was compressed, or there is no original, which was deleted.
 */
export function isOutdated(compressed: string, original: string): boolean {
  const copy = statsOf(compressed);
  const source = copy === null ? null : statsOf(original);
  return copy === null || source?.isFile() !== true || source.mtimeMs - copy.mtimeMs > TOGETHER;
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // Such as a name that is too long, or a link to itself.
    return null;
  }
}
