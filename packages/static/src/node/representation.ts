import type { Stats } from 'node:fs';
import type { Validators } from '@mortise/http-syntax';
import { parseHttpDate } from '@mortise/http-syntax';

/** The metadata of a file in one content coding. */
export interface Representation extends Validators {
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
  readonly contentType: string;
  /** The content coding; `null` for the uncompressed file. */
  readonly coding: string | null;
}

/** How to describe a file. */
export interface RepresentationRules {
  readonly contentType: string;
  readonly coding: string | null;
  /** Whether equal tags guarantee equal bytes. */
  readonly strongTags: boolean;
  /** The time, in milliseconds since 1970. */
  readonly now: number;
}

/** Milliseconds within which two changes of a file can have the same time and size. */
const RECENT = 2000;

/**
 * Describes a file by its size and its modification time. A tag is strong only with `strongTags`, and only if the file
 * was last changed more than 2 s ago.
 */
export function representationOf(
  { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>,
  { contentType, coding, strongTags, now }: RepresentationRules,
): Representation {
  const time = Math.trunc(mtimeMs * 1000).toString(36);
  const tag = `"${size.toString(36)}-${time}${coding === null ? '' : `-${coding}`}"`;
  const isStrong = strongTags && now - mtimeMs > RECENT;
  return {
    size,
    etag: isStrong ? tag : `W/${tag}`,
    lastModified: new Date(mtimeMs),
    contentType,
    coding,
  };
}

/**
 * Whether `If-Range` allows a range to be sent: it contains the file's tag or date, and the tag is strong.
 *
 * @param value the header's value; `null` if absent. An empty value matches nothing
 * @see RFC 9110 13.1.5
 */
export function allowsRange(value: string | null, { etag, lastModified }: Representation): boolean {
  if (value === null) return true;
  if (etag.startsWith('W/')) return false;
  const date = parseHttpDate(value)?.getTime();
  return value === etag || date === Math.floor(lastModified.getTime() / 1000) * 1000;
}
