import { headersOf, statusOf } from '@mortise/base';
import { reasonPhrase } from '@mortise/http-syntax';

/**
 * Returns the response to an error, for a request without a handler's response: the error's `status`, or 500, the
 * reason phrase as text, and the error's `headers`.
 *
 * @param onInvalid receives the platform's error if it refuses the headers of the error, which are then omitted
 */
export function errorResponse(
  error: unknown,
  head: boolean,
  onInvalid: (invalid: unknown) => void,
): Response {
  const status = statusOf(error) ?? 500;
  try {
    return textResponse(status, head, headersOf(error));
  } catch (invalid) {
    onInvalid(invalid);
    return textResponse(status, head, []);
  }
}

function textResponse(
  status: number,
  head: boolean,
  fields: readonly (readonly [name: string, value: string])[],
): Response {
  const text = plainText(status);
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
  if (head) headers.set('Content-Length', String(text.length));
  for (const [name, value] of fields) headers.append(name, value);
  return new Response(head ? null : text, { status, headers });
}

/** The body of an error response: the reason phrase of the status. */
export function plainText(status: number): string {
  return reasonPhrase(status) || String(status);
}
