import { reasonPhrase } from '@mortise/http-syntax';

type Field = readonly [name: string, value: string];

/**
 * Returns the response to an error, for a request without a handler's response: the reason phrase as text, and the
 * headers of the error.
 *
 * @param onInvalid receives the platform's error if it refuses the headers of the error, which are then omitted
 */
export function errorResponse(
  status: number,
  headers: readonly Field[],
  head: boolean,
  onInvalid: (invalid: unknown) => void,
): Response {
  try {
    return textResponse(status, head, headers);
  } catch (invalid) {
    onInvalid(invalid);
    return textResponse(status, head, []);
  }
}

function textResponse(status: number, head: boolean, fields: readonly Field[]): Response {
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
