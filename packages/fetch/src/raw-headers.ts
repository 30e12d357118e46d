/**
 * Header fields as the contracts have them: names and values in turn. The platform has put the names
 * in lower case and in order, and has joined the values of a name, except for `Set-Cookie`.
 */
export function rawHeadersOf(headers: Headers): string[] {
  const raw: string[] = [];
  for (const [name, value] of headers) {
    // Whether iterating gives these joined depends on the age of the platform.
    if (name !== 'set-cookie') raw.push(name, value);
  }
  for (const value of headers.getSetCookie()) raw.push('set-cookie', value);
  return raw;
}
