import { hopByHopFields } from './connection-fields.js';
import { isClientText, memberOf, statusOf } from './error-members.js';

/**
 * Returns the headers of an error for its response.
 *
 * Headers that describe a body are omitted, because an error does not contain the body. Errors without
 * {@link HTTP_ERROR} can come from an upstream server, so their cookie headers, connection headers (with those that
 * `Connection` names) and invalid headers (RFC 9110 5.1, 5.5) are omitted too.
 *
 * @param error anything that was thrown
 * @returns names and values, one pair for each value, unchecked for an error with {@link HTTP_ERROR}; empty if the
 *   error has no status, or if its headers cannot be read
 */
export function headersOf(error: unknown): readonly (readonly [name: string, value: string])[] {
  const headers = memberOf(error, 'headers');
  if (typeof headers !== 'object' || headers === null) return [];
  try {
    if (isEmpty(headers) || statusOf(error) === null) return [];
    return pairsOf(headers, isClientText(error));
  } catch {
    return [];
  }
}

function pairsOf(headers: object, ours: boolean): [string, string][] {
  const pairs: [string, string][] = [];
  const entries = [...entriesOf(headers)];
  const isHopByHop = hopByHopIn(entries);
  for (const [name, values] of entries) {
    const lower = name.toLowerCase();
    if (ofBody.has(lower) || (!ours && isOfUpstream(lower, isHopByHop))) continue;
    for (const value of Array.isArray(values) ? (values as unknown[]) : [values]) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const text = String(value);
      if (ours || (TOKEN.test(name) && FIELD_VALUE.test(text))) pairs.push([name, text]);
    }
  }
  return pairs;
}

/** Returns whether a header of an upstream error is for one connection. */
function hopByHopIn(entries: readonly (readonly [string, unknown])[]): (name: string) => boolean {
  const [, connection = ''] = entries.find(([name]) => name.toLowerCase() === 'connection') ?? [];
  return hopByHopFields(String(connection));
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether the headers are a record without members, as in most errors. */
function isEmpty(headers: object): boolean {
  for (const name in headers) if (Object.hasOwn(headers, name)) return false;
  return !(Symbol.iterator in headers);
}

/** Iterates over a record, `Headers`, or a `Map`. */
function entriesOf(headers: object): Iterable<readonly [string, unknown]> {
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, unknown]>)
    : Object.entries(headers);
}

const ofBody = new Set(['content-encoding', 'content-length', 'content-type', 'transfer-encoding']);

/** Whether a header of an upstream error is omitted. `Upgrade` stays, because a 426 must have it (RFC 9110 15.5.22). */
function isOfUpstream(name: string, isHopByHop: (name: string) => boolean): boolean {
  return name !== 'upgrade' && (name === 'set-cookie' || isHopByHop(name));
}

/**
 * Returns what remains of a header of a response that an error replaces. Headers that describe the replaced response
 * are dropped: a cache must not store the error in its place. Of `Cache-Control`, a restriction to one user remains,
 * because cookies do. The error's own headers ({@link headersOf}) are added afterwards.
 *
 * @param name case-insensitive
 * @returns the value, `'private, no-cache'` for a `Cache-Control` with `private` or `no-store`, or `null` if the header
 *   is dropped
 */
export function keptOnError(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (!ofReplaced.has(lower)) return value;
  return lower === 'cache-control' && OF_ONE_USER.test(value) ? FOR_ONE_USER : null;
}

/** The `Cache-Control` of a response that a cache must not reuse for another user. */
export const FOR_ONE_USER = 'private, no-cache';

/** `Cache-Control` of a response that sets the cookie of a visitor. */
export const NOT_STORED = 'private, no-store';

const OF_ONE_USER = /(?:^|,)[\t ]*(?:no-store|private)(?![\w-])/i;

const ofReplaced = new Set([
  'accept-ranges',
  'cache-control',
  'content-digest',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'repr-digest',
]);
