import { memberOf } from '@mortise/base';
import type { SchemaIssue } from '@mortise/contract';

/** The maximum length of a pointer in characters. A longer pointer is truncated to the nearest ancestor that fits. */
const MAX_POINTER = 500;

/**
 * Returns a pointer to each value that an issue is about. There is usually one; zod reports all unknown keys of an object as
 * one issue of the object.
 */
export function pointersOf(issue: SchemaIssue): readonly string[] {
  const { path = [] } = issue;
  const keys = memberOf(issue, 'code') === 'unrecognized_keys' ? memberOf(issue, 'keys') : null;
  return Array.isArray(keys) && keys.length > 0
    ? keys.map((key) => pointerOf([...path, key as PropertyKey]))
    : [pointerOf(path)];
}

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
