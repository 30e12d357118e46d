/** The URL of the target: its origin, and its path without a trailing slash. */
export interface TargetUrl {
  readonly origin: string;
  readonly prefix: string;
}

const LOCATION = /^(?:content-)?location$/i;
/** Matches a URL with a host: the host with its scheme, then the rest. */
const WITH_HOST = /^([a-z][a-z\d+.-]*:\/\/[^/?#\\]*)(.*)$/is;

/**
 * Returns the value of a header of the target. A `Location` below the URL of the target becomes a path, because clients
 * cannot reach that URL, and must not learn it: a target creates it from `Host`, which is its own. All other values are
 * unchanged.
 *
 * With a `rewrite`, the path is the one that the target knows, as in a `Location` without a host.
 */
export function reachableLocation(
  name: string,
  value: string,
  { origin, prefix }: TargetUrl,
): string {
  if (!LOCATION.test(name)) return value;
  const [, host = '', rest = ''] = WITH_HOST.exec(value) ?? [];
  if (host === '' || !URL.canParse(host) || new URL(host).origin !== origin) return value;
  if (!rest.startsWith(prefix)) return value;
  const below = rest.slice(prefix.length);
  // A path that begins with two slashes would name a host.
  if (/^\/(?![/\\])/.test(below)) return below;
  return below === '' || /^[?#]/.test(below) ? `/${below}` : value;
}
