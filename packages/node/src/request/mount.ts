import { parseRequestTarget, pathBelow } from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { outerPath } from './outer-path.js';
import type { Mount } from './request-source.js';
import { splitTarget } from './split-target.js';
import { prefixOf, type TrustOptions } from './trust.js';

/** Where an application is mounted. */
export interface MountOptions extends TrustOptions {
  /**
   * The path at which the application is mounted. It becomes the base path of the URI, and other paths get a 404. A
   * trailing slash is removed. Default: the root.
   */
  readonly basePath?: string | undefined;
}

/** Returns how a request reaches the application; `null` for the root. */
export type MountOf = (incoming: IncomingMessage) => Mount | null;

/**
 * @param options already checked: the base path is canonical
 * @param embedded whether requests come from another application, which can have shortened their paths
 * @returns `null` if every request reaches the application at the root
 */
export function mountOf(options: MountOptions, embedded: boolean): MountOf | null {
  const { basePath: own = '' } = options;
  const forwarded = prefixOf(options);
  if (own === '' && forwarded === null && !embedded) return null;
  return (incoming) => {
    const cut = (forwarded?.(incoming) ?? '') + (embedded ? outerPath(incoming) : '');
    const basePath = cut + own;
    if (basePath === '') return null;
    const { method = '', url = '' } = incoming;
    const parsed = parseRequestTarget(method, url);
    // The application responds to a malformed target, and to one without a path.
    if (parsed === null || !('path' in parsed)) return null;
    const { origin } = splitTarget(url);
    const target = origin + cut + url.slice(origin.length);
    return { target, basePath, elsewhere: own !== '' && pathBelow(parsed.path, own) === null };
  };
}
