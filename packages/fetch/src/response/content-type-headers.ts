/** By content type; only the first types are kept, in case an application generates them. */
const KNOWN = new Map<string, Record<string, string> | Headers>();
const MAX_KNOWN = 32;

/**
 * Returns the headers of a response that has only a content type, for `new Response`, which copies them.
 *
 * @throws {TypeError} by the platform, if the type is not a valid header value
 */
export function contentTypeHeaders(type: string): Record<string, string> | Headers {
  let headers = KNOWN.get(type);
  if (headers === undefined) {
    headers = { 'Content-Type': type };
    // Headers are copied in half the time that an object takes, except that Deno has a fast path for this type.
    if (type !== 'application/json') headers = new Headers(headers);
    if (KNOWN.size < MAX_KNOWN) KNOWN.set(type, headers);
  }
  return headers;
}
