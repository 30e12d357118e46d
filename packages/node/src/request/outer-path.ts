import { parseBasePath } from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { splitTarget } from './split-target.js';

/** Properties that Connect-style frameworks add to a request when they shorten its URL. */
interface Cut {
  /** Express: the part that all outer applications and routers removed. */
  readonly baseUrl?: unknown;
  /** Connect: the URL before anything was removed. */
  readonly originalUrl?: unknown;
}

/**
 * Returns the path that an outer application has removed from a request's URL.
 *
 * @returns the canonical path; `''` if there isn't one, or if it is not a valid base path
 */
export function outerPath(incoming: IncomingMessage): string {
  const { url = '', baseUrl, originalUrl }: IncomingMessage & Cut = incoming;
  if (typeof baseUrl === 'string') return parseBasePath(baseUrl) ?? '';
  if (typeof originalUrl !== 'string' || originalUrl === url) return '';
  const { path: whole } = splitTarget(originalUrl);
  const { path: inner } = splitTarget(url);
  // Connect adds the slash if nothing else remains: `/app` becomes `/`.
  const cut = whole.endsWith(inner) ? whole.slice(0, -inner.length) : inner === '/' ? whole : '';
  return parseBasePath(cut) ?? '';
}
