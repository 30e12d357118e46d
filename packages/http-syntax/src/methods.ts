/** The methods of RFC 9110 9 and RFC 5789 (PATCH), in the order of those documents. */
export const STANDARD_METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
] as const;

const STANDARD: ReadonlySet<string> = new Set(STANDARD_METHODS);

/**
 * Normalizes a method name for registration: `get` becomes `GET`. Methods are case-sensitive, so a name that
 * is not a standard method in any case stays unchanged; the method of a request is never normalized.
 *
 * @see RFC 9110 9.1
 */
export function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  return STANDARD.has(upper) ? upper : method;
}
