/**
 * Marks errors whose text was written for clients. It is registered (`Symbol.for`), so that all
 * copies of all packages agree on it; put it on the prototype of an error class.
 */
export const HTTP_ERROR: unique symbol = Symbol.for('@mortise/http-error');

/** Whether the text of an error was written for clients: it bears {@link HTTP_ERROR}. */
export function isClientText(error: unknown): boolean {
  return memberOf(error, HTTP_ERROR) === true;
}

/**
 * Returns the status that an error names: its `status`, otherwise its `statusCode`.
 *
 * @param error anything that was thrown
 * @returns an integer from 400 to 599; `null` if the error names none, which is answered with 500
 */
export function statusOf(error: unknown): number | null {
  const status = memberOf(error, 'status');
  if (isErrorStatus(status)) return status;
  const statusCode = memberOf(error, 'statusCode');
  return isErrorStatus(statusCode) ? statusCode : null;
}

/**
 * Returns a member of anything that was thrown.
 *
 * @returns `undefined` if there is none, and if reading it throws, as a getter or a proxy of foreign code can:
 *   an error must not fail while it is handled
 */
export function memberOf(error: unknown, name: PropertyKey): unknown {
  try {
    return (Object(error) as Readonly<Record<PropertyKey, unknown>>)[name];
  } catch {
    return undefined;
  }
}

/** Whether a value is a status of HTTP that says that a request failed: an integer from 400 to 599. */
export function isErrorStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
}

/**
 * Returns the header fields that an error brings for its response.
 *
 * The body is never the error's, so what describes one is omitted. Errors without
 * {@link HTTP_ERROR} may come from an upstream server: its cookies and its connection are omitted,
 * too, and fields that cannot be sent (RFC 9110 5.1, 5.5).
 *
 * @param error anything that was thrown
 * @returns names and values as given, one pair for each value, those of an error with {@link HTTP_ERROR}
 *   unchecked; empty if the error has no status, and if its headers cannot be read
 */
export function headersOf(error: unknown): readonly (readonly [name: string, value: string])[] {
  const headers = memberOf(error, 'headers');
  if (typeof headers !== 'object' || headers === null || statusOf(error) === null) return [];
  try {
    return pairsOf(headers, isClientText(error));
  } catch {
    return [];
  }
}

function pairsOf(headers: object, ours: boolean): [string, string][] {
  const omitted = ours ? ofBody : ofUpstream;
  const pairs: [string, string][] = [];
  for (const [name, values] of entriesOf(headers)) {
    if (omitted.has(name.toLowerCase())) continue;
    for (const value of Array.isArray(values) ? (values as unknown[]) : [values]) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const text = String(value);
      if (ours || (TOKEN.test(name) && FIELD_VALUE.test(text))) pairs.push([name, text]);
    }
  }
  return pairs;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Of a record, of `Headers`, or of a `Map`. */
function entriesOf(headers: object): Iterable<readonly [string, unknown]> {
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, unknown]>)
    : Object.entries(headers);
}

const ofBody = new Set(['content-encoding', 'content-length', 'content-type', 'transfer-encoding']);

const ofUpstream = new Set([
  ...ofBody,
  'connection',
  'keep-alive',
  'proxy-connection',
  'set-cookie',
  'trailer',
]);

/**
 * Whether a header field of a response is dropped when an error takes the place of that response.
 * It speaks of what would have been sent: a cache must not keep the error as if it were that. The
 * error's own fields ({@link headersOf}) are added after that; all others stay.
 *
 * @param name in any case
 */
export function isDroppedOnError(name: string): boolean {
  return ofReplaced.has(name.toLowerCase());
}

const ofReplaced = new Set([
  'accept-ranges',
  'cache-control',
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
]);

/** Whether an error only says that the work was abandoned: the reason of an `AbortSignal`. */
export function isAbort(error: unknown): boolean {
  return memberOf(error, 'name') === 'AbortError';
}
