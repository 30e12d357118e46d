/** Scheme, authority, and the rest up to the fragment, of a URL that the platform has parsed. */
const URL_PARTS = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^#]*)/;

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
  const [, scheme = '', authority = '', rest = url] = URL_PARTS.exec(url) ?? [];
  const target = scheme === '' || rest.startsWith('/') ? rest : `/${rest}`;
  return { scheme, authority, target };
}
