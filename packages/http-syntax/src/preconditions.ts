import { hasEntityTag } from './entity-tag.js';
import { parseHttpDate } from './http-date.js';

/** The part of a request that has preconditions; a `ServerRequestInterface` is one. */
export interface ConditionalRequest {
  getMethod(): string;
  /** `''` when the header is absent. */
  getHeaderLine(name: string): string;
}

/** What identifies the current representation of a resource. */
export interface Validators {
  /** `"v1"` or `W/"v1"`; `null` when it has none. */
  readonly etag: string | null;
  /** Compared to the second; `null` when it is not known. */
  readonly lastModified: Date | null;
}

/** What to do: handle the request, answer 304, or answer 412. */
export type PreconditionResult = 'proceed' | 'not-modified' | 'failed';

/**
 * Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since, in this order; a date counts
 * only without the tags beside which it stands. A malformed date is ignored.
 *
 * @param current `null` when the resource has no representation yet
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

/** If-Match, otherwise If-Unmodified-Since. */
function isUnchanged(request: ConditionalRequest, current: Validators | null): boolean {
  const ifMatch = request.getHeaderLine('If-Match');
  if (ifMatch !== '') return isListed(ifMatch, current, 'strong');
  const since = parseHttpDate(request.getHeaderLine('If-Unmodified-Since'));
  const modified = secondsOf(current);
  return since === null || modified === null || modified <= since.getTime();
}

/** If-None-Match, otherwise (where something is read) If-Modified-Since. */
function isStored(request: ConditionalRequest, current: Validators | null): boolean {
  const ifNoneMatch = request.getHeaderLine('If-None-Match');
  if (ifNoneMatch !== '') return isListed(ifNoneMatch, current, 'weak');
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

function isRead(request: ConditionalRequest): boolean {
  const method = request.getMethod();
  return method === 'GET' || method === 'HEAD';
}

/** Milliseconds, without the part of a second that HTTP cannot write. */
function secondsOf(current: Validators | null): number | null {
  const modified = current?.lastModified ?? null;
  return modified === null ? null : Math.floor(modified.getTime() / 1000) * 1000;
}
