/** Scheme, authority, and the rest up to the fragment; the URL is one that the platform has parsed. */
const URL_PARTS = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^#]*)/;

/** What the URL of a `Request` says, taken apart but not decoded. */
export interface RequestUrl {
  /** In lower case. */
  readonly scheme: string;
  /** `''` when there is none. */
  readonly authority: string;
  /** Path and query; begins with `/`, except in a URL without `//` (`data:`), which it is whole. */
  readonly target: string;
}

/** @param url of a `Request`: absolute and in the platform's normal form */
export function parseRequestUrl(url: string): RequestUrl {
  const [, scheme = '', authority = '', rest = url] = URL_PARTS.exec(url) ?? [];
  const target = scheme === '' || rest.startsWith('/') ? rest : `/${rest}`;
  return { scheme, authority, target };
}
