import { sentFields } from '@mortise/base';

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

/**
 * Returns headers as pairs, without those that frame the message or concern its connection, which the platform sets. A
 * platform copies pairs once, but `Headers` twice.
 *
 * @param raw alternating names and values
 * @see RFC 9110 7.6.1
 */
export function fieldPairsOf(raw: readonly string[]): [name: string, value: string][] {
  const sent = sentFields(raw);
  const pairs: [string, string][] = [];
  for (let at = 0; at < sent.length; at += 2) {
    const name = sent[at] as string;
    if (name.toLowerCase() !== 'upgrade') pairs.push([name, sent[at + 1] as string]);
  }
  return pairs;
}
