import type { SchemaIssue } from '@mortise/contract';

/** The maximum length of a pointer in characters; a deeper part is named by its nearest ancestor whose pointer fits. */
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
    // An unpaired surrogate cannot be encoded.
    const next = `${pointer}/${encodeURIComponent(escaped.toWellFormed())}`;
    if (next.length > MAX_POINTER) break;
    pointer = next;
  }
  return pointer;
}
