import { canonicalPath } from '@mortise/http-syntax';
import { ProxyError } from './proxy-error.js';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/**
 * One or two dots between separators, even as they look to a server that decodes a path before it splits it: into
 * segments, parameters, query and fragment.
 */
const DOT_SEGMENT = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\;#]|%(?:2f|5c|3b|3f|23)|$)/i;

/** A request's path and query, as received. */
export interface ForwardedPath {
  /** Begins with a slash. */
  readonly path: string;
  /** With its question mark; `''` if absent. */
  readonly query: string;
}

/**
 * Splits the target of a request: only its path and query are forwarded, never a host that it names.
 *
 * @throws {ProxyError} `PROXY_PATH_INVALID` without a path, or for dot segments: the target would resolve them, and so
 *   respond for a path that was not routed here
 */
export function receivedPathOf(requestTarget: string): ForwardedPath {
  const rest = requestTarget.replace(ABSOLUTE, '');
  const mark = rest.indexOf('?');
  const path = mark === -1 ? rest : rest.slice(0, mark);
  const query = mark === -1 ? '' : rest.slice(mark);
  if (path === '' && rest !== requestTarget) return { path: '/', query };
  if (!path.startsWith('/')) throw refused();
  refuseDotSegments(path);
  return { path, query };
}

/**
 * Returns the one spelling of a path that guards and routes compare, for `rewrite`.
 *
 * @throws {ProxyError} `PROXY_PATH_INVALID` for a path that has none, such as one with `%zz`
 */
export function comparablePathOf(path: string): string {
  const canonical = canonicalPath(path);
  if (canonical === null) throw refused();
  return canonical;
}

/**
 * Whether a server can take a segment of a path for `.` or `..`, including one with escapes, after an escaped slash or a
 * backslash, or with a parameter such as `..;a`.
 */
export function hasDotSegment(path: string): boolean {
  return DOT_SEGMENT.test(path);
}

/** @throws {ProxyError} `PROXY_PATH_INVALID` for a path with a segment that a server can take for `.` or `..` */
export function refuseDotSegments(path: string): void {
  if (hasDotSegment(path)) throw refused();
}

function refused(): ProxyError {
  const text =
    'The request path cannot be forwarded: it lacks a leading slash, is malformed, or contains a segment "." or "..".';
  return new ProxyError('PROXY_PATH_INVALID', text);
}
