import type { SchemaIssue } from '@mortise/contract';

/** Characters of a pointer; a part that is deeper is named by the last part around it that fits. */
const MAX_POINTER = 500;

/**
 * Writes the path of a part as a JSON pointer in a URI fragment: `#/price/max`. `#` is the whole.
 *
 * @returns at most 500 characters
 * @see RFC 6901 6
 */
export function pointerOf(path: NonNullable<SchemaIssue['path']>): string {
  let pointer = '#';
  for (const segment of path) {
    const key = String(typeof segment === 'object' ? segment.key : segment);
    if (pointer.length + key.length > MAX_POINTER) break;
    const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
    // Half of a surrogate pair has no encoding.
    const next = `${pointer}/${encodeURIComponent(escaped.toWellFormed())}`;
    if (next.length > MAX_POINTER) break;
    pointer = next;
  }
  return pointer;
}
