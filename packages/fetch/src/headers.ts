import { CONNECTION_FIELDS, connectionFields, headerVariable } from '@mortise/base';

/**
 * Returns headers in the form of `getRawHeaders`: alternating names and values. The platform has lower-cased and sorted
 * the names, and has joined the values of each name, except for `Set-Cookie`.
 */
export function rawHeadersOf(headers: Headers): string[] {
  const raw: string[] = [];
  let cookies: readonly string[] = [];
  // An iterator takes three times as long on Bun.
  headers.forEach((value, name) => {
    // Older platforms join the values of `Set-Cookie` too.
    if (name !== 'set-cookie') raw.push(name, value);
    else if (cookies.length === 0) cookies = headers.getSetCookie();
  });
  for (const value of cookies) raw.push('set-cookie', value);
  return raw;
}

/** Headers that frame a message or concern its connection, which the platform sets. `Connection` can name more. */
const OWN = new Set([...CONNECTION_FIELDS, 'content-length']);

/**
 * Returns headers as pairs, without those that frame the message or concern its connection. A platform copies pairs
 * once, but `Headers` twice.
 *
 * @param raw alternating names and values
 * @see RFC 9110 7.6.1
 */
export function fieldPairsOf(raw: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  let named: ReadonlySet<string> | null = null;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const lower = name.toLowerCase();
    if (!OWN.has(lower)) pairs.push([name, raw[at + 1] as string]);
    else if (lower === 'connection') {
      named = connectionFields([...(named ?? []), raw[at + 1] as string].join());
    }
  }
  return named === null ? pairs : pairs.filter(([name]) => !named.has(headerVariable(name)));
}
