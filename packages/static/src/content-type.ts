import { lookup } from 'mrmime';

const TEXT = /^text\/|[/+]xml$/;

/**
 * Returns the media type for a file name's extension; text types have the charset UTF-8.
 *
 * @returns `application/octet-stream` for an unknown or missing extension
 */
export function contentTypeOf(name: string): string {
  return knownTypeOf(name) ?? 'application/octet-stream';
}

/** Like {@link contentTypeOf}, but returns `null` for an unknown or missing extension. */
export function knownTypeOf(name: string): string | null {
  const dot = name.lastIndexOf('.');
  // The library's table is an ordinary object, in which `constructor` is a function.
  const type: unknown = dot === -1 ? undefined : lookup(name.slice(dot + 1));
  if (typeof type !== 'string') return null;
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}
