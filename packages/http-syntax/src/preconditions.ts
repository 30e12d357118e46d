import { hasEntityTag, parseEntityTags } from './entity-tag.js';
import { trimOws } from './field-value.js';
import { parseHttpDate } from './http-date.js';

/** The part of a request with preconditions; a `ServerRequestInterface` is one. */
export interface ConditionalRequest {
  getMethod(): string;
  hasHeader(name: string): boolean;
  /** `''` if the header is absent. */
  getHeaderLine(name: string): string;
}

/** Identifies the current representation of a resource. */
export interface Validators {
  /** `"v1"` or `W/"v1"`; `null` if it has none. */
  readonly etag: string | null;
  /** Compared to the second; `null` if unknown. */
  readonly lastModified: Date | null;
}

/** What to do: handle the request, respond with 304, or respond with 412. */
export type PreconditionResult = 'proceed' | 'not-modified' | 'failed';

/**
 * Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since, in this order; a date is ignored
 * if the corresponding tags are present. A malformed date is ignored. A malformed list of tags matches nothing, except that
 * in If-None-Match of a method that writes its members before the malformed one count, so that less is written.
 *
 * @param current `null` if the resource has no representation yet
 * @see RFC 9110 13.1, 13.2.2 (steps 1 to 4)
 */
export function evaluatePreconditions(
  request: ConditionalRequest,
  current: Validators | null,
): PreconditionResult {
  if (!isUnchanged(request, current)) return 'failed';
  if (!isStored(request, current)) return 'proceed';
  return isRead(request) ? 'not-modified' : 'failed';
}

/** Evaluates If-Match, otherwise If-Unmodified-Since. */
function isUnchanged(request: ConditionalRequest, current: Validators | null): boolean {
  // An empty header lists no tag: it matches nothing, and is not an absent one.
  if (request.hasHeader('If-Match')) {
    return isListed(request.getHeaderLine('If-Match'), current, 'strong');
  }
  const since = parseHttpDate(request.getHeaderLine('If-Unmodified-Since'));
  const modified = secondsOf(current);
  return since === null || modified === null || modified <= since.getTime();
}

/** Evaluates If-None-Match, otherwise (for methods that read) If-Modified-Since. */
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

/** Milliseconds, without the fraction of a second, which HTTP dates do not have. */
function secondsOf(current: Validators | null): number | null {
  const modified = current?.lastModified ?? null;
  return modified === null ? null : Math.floor(modified.getTime() / 1000) * 1000;
}
