import { parseBasePath } from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';

/** What frameworks in the style of Connect add to a request when they cut its URL. */
interface Cut {
  /** Express: what was cut off, by all applications and routers around. */
  readonly baseUrl?: unknown;
  /** Connect: the URL before anything was cut off. */
  readonly originalUrl?: unknown;
}

const PATH = /^(?:[^/?#]+:\/\/[^/?]*)?([^?]*)/;

/**
 * The path that an application around this one has cut off the URL of a request.
 *
 * @returns canonical; `''` for none, and for one that is not fit for a base path
 */
export function outerPath(incoming: IncomingMessage): string {
  const { url = '', baseUrl, originalUrl }: IncomingMessage & Cut = incoming;
  if (typeof baseUrl === 'string') return parseBasePath(baseUrl) ?? '';
  if (typeof originalUrl !== 'string' || originalUrl === url) return '';
  const whole = pathOf(originalUrl);
  const inner = pathOf(url);
  // Connect adds the slash when nothing else remains: `/app` becomes `/`.
  const cut = whole.endsWith(inner) ? whole.slice(0, -inner.length) : inner === '/' ? whole : '';
  return parseBasePath(cut) ?? '';
}

function pathOf(url: string): string {
  return PATH.exec(url)?.[1] ?? '';
}
