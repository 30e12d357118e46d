/**
 * Returns headers as in the contracts: alternating names and values. The platform has lower-cased and
 * sorted the names, and has joined the values of each name, except for `Set-Cookie`.
 */
export function rawHeadersOf(headers: Headers): string[] {
  const raw: string[] = [];
  for (const [name, value] of headers) {
    // Whether iteration returns these joined depends on the age of the platform.
    if (name !== 'set-cookie') raw.push(name, value);
  }
  for (const value of headers.getSetCookie()) raw.push('set-cookie', value);
  return raw;
}

/** Headers that frame a message or concern its connection: the platform sets them. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

/**
 * Returns headers as the platform's `Headers`, without those that frame the message.
 *
 * @param raw alternating names and values
 * @throws {TypeError} by the platform, for an invalid field name or value
 */
export function webHeadersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (!FRAMING.has(name.toLowerCase())) headers.append(name, raw[at + 1] as string);
  }
  return headers;
}
