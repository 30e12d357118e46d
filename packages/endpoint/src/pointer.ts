import type { SchemaIssue } from '@mortise/contract';

/** The maximum length of a pointer in characters. A longer pointer is truncated to the nearest ancestor that fits. */
const MAX_POINTER = 500;

/**
 * Converts a path to a JSON pointer in a URI fragment, such as `#/price/max`; `#` is the whole value.
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
