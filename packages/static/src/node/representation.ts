import type { Stats } from 'node:fs';
import type { Validators } from '@mortise/http-syntax';
import { formatHttpDate } from '@mortise/http-syntax';

/** What is said about the bytes of a file in one content coding. */
export interface Representation extends Validators {
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
  readonly contentType: string;
  /** `null` for the file itself. */
  readonly coding: string | null;
}

/** How a file is described. */
export interface RepresentationRules {
  readonly contentType: string;
  readonly coding: string | null;
  /** Whether a tag says that equal tags are equal bytes. */
  readonly strongTags: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Milliseconds within which two changes of a file could have the same time and size. */
const RECENT = 2000;

/**
 * Describes a file by its size and its time. A tag is strong only by `strongTags`, and only if the file was
 * last changed more than 2 s ago.
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
 * Whether `If-Range` lets a range be sent: it names the strong tag, or the date of a file whose tag is strong.
 *
 * @param value of the header; `''` when it is absent
 * @see RFC 9110 13.1.5
 */
export function allowsRange(value: string, { etag, lastModified }: Representation): boolean {
  if (value === '') return true;
  if (etag.startsWith('W/')) return false;
  return value === etag || value === formatHttpDate(lastModified);
}
