/** The URL of a `Request`, split but not decoded. */
export interface RequestUrl {
  /** In lower case. */
  readonly scheme: string;
  /** `''` if absent. */
  readonly authority: string;
  /** Path and query; begins with `/`, except for a URL without `//` (`data:`), where it is the whole URL. */
  readonly target: string;
}

/**
 * The beginning of the URL that was parsed last, up to the slash of its path: the next one probably begins with it too.
 */
let known = { start: ' ', scheme: '', authority: '' };

/** @param url of a `Request`: absolute and in the platform's normal form */
export function parseRequestUrl(url: string): RequestUrl {
  const { start, scheme, authority } = known;
  if (url.startsWith(start)) {
    return { scheme, authority, target: withoutFragment(url, start.length - 1) };
  }
  const colon = url.indexOf(':');
  if (!url.startsWith('//', colon + 1)) return { scheme: '', authority: '', target: url };
  const end = authorityEnd(url, colon + 3);
  known = {
    start: `${url.slice(0, end)}/`,
    scheme: url.slice(0, colon),
    authority: url.slice(colon + 3, end),
  };
  const rest = withoutFragment(url, end);
  return { ...known, target: rest.startsWith('/') ? rest : `/${rest}` };
}

function withoutFragment(url: string, start: number): string {
  const mark = url.indexOf('#', start);
  return mark === -1 ? url.slice(start) : url.slice(start, mark);
}

/** The position of the first `/`, `?` or `#`; the length of the URL if it has none. */
function authorityEnd(url: string, start: number): number {
  for (let at = start; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 0x2f || code === 0x3f || code === 0x23) return at;
  }
  return url.length;
}
