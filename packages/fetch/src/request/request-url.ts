/** The URL of a `Request`, split but not decoded. */
export interface RequestUrl {
  /** In lower case. */
  readonly scheme: string;
  /** `''` if absent. */
  readonly authority: string;
  /** Path and query; begins with `/`, except in a URL without `//` (`data:`), where it is the whole rest. */
  readonly target: string;
}

/** @param url of a `Request`: absolute and in the platform's normal form */
export function parseRequestUrl(url: string): RequestUrl {
  const colon = url.indexOf(':');
  if (!url.startsWith('//', colon + 1)) return { scheme: '', authority: '', target: url };
  const start = colon + 3;
  const end = authorityEnd(url, start);
  const mark = url.indexOf('#', end);
  const rest = mark === -1 ? url.slice(end) : url.slice(end, mark);
  return {
    scheme: url.slice(0, colon),
    authority: url.slice(start, end),
    target: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

/** The position of the first `/`, `?` or `#`; the length of the URL if it has none. */
function authorityEnd(url: string, start: number): number {
  for (let at = start; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 0x2f || code === 0x3f || code === 0x23) return at;
  }
  return url.length;
}
