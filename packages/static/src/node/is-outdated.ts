import { type Stats, statSync } from 'node:fs';

/** Milliseconds by which a copy of a folder can reverse the times of files that were created together. */
const TOGETHER = 2000;

/**
 * Whether a compressed file must not be sent instead of its original: it does not exist, is older than the original,
 * which has changed since, or the original was deleted.
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
    // For example, the name is too long, or a link points to itself.
    return null;
  }
}
