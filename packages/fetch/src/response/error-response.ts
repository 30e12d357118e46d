import { keptOnError } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { reasonPhrase } from '@mortise/http-syntax';
import { fieldPairsOf } from '../headers.js';

type Field = readonly [name: string, value: string];

/**
 * Returns the response to an error, for a request without a handler's response: the reason phrase as text, and the
 * headers of the error, which replace those of the same name that are kept.
 *
 * @param onInvalid receives the platform's error if it refuses the headers of the error, which are then omitted
 * @param kept see {@link keptHeaders}
 */
export function errorResponse(
  status: number,
  headers: readonly Field[],
  head: boolean,
  onInvalid: (invalid: unknown) => void,
  kept: Headers | null = null,
): Response {
  try {
    return textResponse(status, head, headers, kept);
  } catch (invalid) {
    onInvalid(invalid);
    return textResponse(status, head, [], null);
  }
}

/**
 * Returns the headers of a response that an error replaces: those of layers, such as CORS, apply to the error too.
 * Returns none if the platform refuses any of them.
 */
export function keptHeaders(response: ResponseInterface): Headers | null {
  try {
    const headers = new Headers();
    for (const [name, value] of fieldPairsOf(response.getRawHeaders())) {
      const kept = keptOnError(name, value);
      if (kept !== null) headers.append(name, kept);
    }
    return headers;
  } catch {
    // The failure of the response itself is reported.
    return null;
  }
}

function textResponse(
  status: number,
  head: boolean,
  fields: readonly Field[],
  kept: Headers | null,
): Response {
  const text = plainText(status);
  const headers = new Headers(kept ?? undefined);
  headers.set('Content-Type', 'text/plain; charset=utf-8');
  if (head) headers.set('Content-Length', String(text.length));
  for (const [name] of fields) if (!/^(?:set-cookie|vary)$/i.test(name)) headers.delete(name);
  for (const [name, value] of fields) headers.append(name, value);
  return new Response(head ? null : text, { status, headers });
}

/** The body of an error response: the reason phrase of the status. */
export function plainText(status: number): string {
  return reasonPhrase(status) || String(status);
}
