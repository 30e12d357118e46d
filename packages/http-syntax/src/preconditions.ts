import { hasEntityTag, parseEntityTags } from './entity-tag.js';
import { trimOws } from './field-value.js';
import { parseHttpDate } from './http-date.js';

/** The members of a request that preconditions need; a `ServerRequestInterface` has them. */
export interface ConditionalRequest {
  getMethod(): string;
  hasHeader(name: string): boolean;
  /** `''` if the header is absent. */
  getHeaderLine(name: string): string;
}

/** Identifies the current representation of a resource. */
export interface Validators {
  /** The entity tag, `"v1"` or `W/"v1"`; `null` if there is none. */
  readonly etag: string | null;
  /** When the representation was last changed, compared to the second; `null` if unknown. */
  readonly lastModified: Date | null;
}

/** What to do: handle the request, respond with 304, or respond with 412. */
export type PreconditionResult = 'proceed' | 'not-modified' | 'failed';

/**
 * Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since, in this order. A date is ignored if it
 * is malformed, or if the corresponding tags are present. A malformed list of tags matches nothing; only in
 * If-None-Match of a method that writes, the tags before the malformed one count, so that less is overwritten. CONNECT,
 * OPTIONS and TRACE always proceed: they neither read nor change a representation.
 *
 * @param current `null` if the resource has no representation yet
 * @see RFC 9110 13.1, 13.2.1, 13.2.2 (steps 1 to 4)
 */
export function evaluatePreconditions(
  request: ConditionalRequest,
  current: Validators | null,
): PreconditionResult {
  if (/^(?:CONNECT|OPTIONS|TRACE)$/.test(request.getMethod())) return 'proceed';
  if (!isUnchanged(request, current)) return 'failed';
  if (!isStored(request, current)) return 'proceed';
  return isRead(request) ? 'not-modified' : 'failed';
}

/** Evaluates If-Match; if it is absent, If-Unmodified-Since. */
function isUnchanged(request: ConditionalRequest, current: Validators | null): boolean {
  // An empty header is not an absent one: it lists no tag, so it matches nothing.
  if (request.hasHeader('If-Match')) {
    return isListed(request.getHeaderLine('If-Match'), current, 'strong');
  }
  const since = parseHttpDate(request.getHeaderLine('If-Unmodified-Since'));
  const modified = secondsOf(current);
  return since === null || modified === null || modified <= since.getTime();
}

/** Evaluates If-None-Match; if it is absent, If-Modified-Since, only for methods that read. */
function isStored(request: ConditionalRequest, current: Validators | null): boolean {
  if (request.hasHeader('If-None-Match')) {
    const list = request.getHeaderLine('If-None-Match');
    return isListed(list, current, 'weak') && !(isRead(request) && isMalformed(list));
  }
  if (!isRead(request)) return false;
  const since = parseHttpDate(request.getHeaderLine('If-Modified-Since'));
  const modified = secondsOf(current);
  return since !== null && modified !== null && modified <= since.getTime();
}

function isListed(
  list: string,
  current: Validators | null,
  comparison: 'strong' | 'weak',
): boolean {
  if (current === null) return false;
  return hasEntityTag(list, current.etag ?? '', comparison);
}

function isMalformed(list: string): boolean {
  return trimOws(list) !== '*' && parseEntityTags(list).isMalformed;
}

function isRead(request: ConditionalRequest): boolean {
  const method = request.getMethod();
  return method === 'GET' || method === 'HEAD';
}

/** Returns the time of the last change in milliseconds, rounded down to seconds: HTTP dates have no fractions. */
function secondsOf(current: Validators | null): number | null {
  const modified = current?.lastModified ?? null;
  return modified === null ? null : Math.floor(modified.getTime() / 1000) * 1000;
}
