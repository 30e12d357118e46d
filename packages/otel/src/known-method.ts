/** RFC 9110 9, RFC 5789 (PATCH) and RFC 10008 (QUERY), as the semantic conventions list them. */
const KNOWN: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY'.split(' '),
);

/** Returns a method as an attribute: `_OTHER` for those that clients make up, each of which would be a series. */
export function knownMethod(method: string): string {
  return KNOWN.has(method) ? method : '_OTHER';
}
