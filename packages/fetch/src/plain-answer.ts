import { reasonPhrase } from '@mortise/http-syntax';

/**
 * Answers with a status and its phrase as text, nothing else: for requests that no handler answered.
 *
 * @param fields more header fields by name
 * @throws {TypeError} by the platform, when one of them is no header field
 */
export function plainAnswer(
  status: number,
  head: boolean,
  fields: Readonly<Record<string, unknown>> = {},
): Response {
  const text = reasonPhrase(status) || String(status);
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
  if (head) headers.set('Content-Length', String(text.length));
  for (const [name, value] of Object.entries(fields)) headers.set(name, String(value));
  return new Response(head ? null : text, { status, statusText: reasonPhrase(status), headers });
}
