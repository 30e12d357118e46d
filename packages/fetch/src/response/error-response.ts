import { reasonPhrase } from '@mortise/http-syntax';

/**
 * Returns a response with a status and its reason phrase as text, nothing else: for requests without a
 * handler's response.
 *
 * @param fields more headers, a pair for each value
 * @throws {TypeError} by the platform, if one of them is not a valid header
 */
export function errorResponse(
  status: number,
  head: boolean,
  fields: readonly (readonly [name: string, value: string])[] = [],
): Response {
  const text = plainText(status);
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
  if (head) headers.set('Content-Length', String(text.length));
  for (const [name, value] of fields) headers.append(name, value);
  return new Response(head ? null : text, { status, headers });
}

/** The body of such a response: the reason phrase of the status. */
export function plainText(status: number): string {
  return reasonPhrase(status) || String(status);
}
