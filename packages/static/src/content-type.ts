import { lookup } from 'mrmime';

const TEXT = /^text\/|[/+]xml$/;

/**
 * Returns the media type of a file by the extension of its name; text types have the charset UTF-8.
 *
 * @returns `application/octet-stream` for an unknown extension, and without one
 */
export function contentTypeOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const type = (dot === -1 ? undefined : lookup(name.slice(dot + 1))) ?? 'application/octet-stream';
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}
