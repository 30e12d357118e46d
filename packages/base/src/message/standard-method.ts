/** The methods of RFC 9110 9, RFC 5789 (PATCH) and RFC 10008 (QUERY). */
const STANDARD: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY'.split(' '),
);

/**
 * Whether a method is standard and in upper case. With other methods in a metric, clients could create any number of
 * series.
 */
export function isStandardMethod(method: string): boolean {
  return STANDARD.has(method);
}

/**
 * Normalizes a method name for registration: `get` becomes `GET`. Methods are case-sensitive, so all names but those of
 * standard methods stay unchanged, and the method of a request is never normalized.
 *
 * @see RFC 9110 9.1
 */
export function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  return STANDARD.has(upper) ? upper : method;
}
