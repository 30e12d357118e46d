import type { ResponseInterface } from '@mortise/http-message';
import { sentFields } from '../connection-fields.js';

/**
 * Returns a response with the headers that a client receives ({@link sentFields}).
 *
 * @param length the `Content-Length`; -1 for none
 */
export function withSentHeaders(response: ResponseInterface, length: number): ResponseInterface {
  const kept = new Set(
    sentFields(response.getRawHeaders())
      .filter((_, at) => at % 2 === 0)
      .map((name) => name.toLowerCase()),
  );
  let sent = response;
  for (const name of Object.keys(response.getHeaders())) {
    if (!kept.has(name.toLowerCase())) sent = sent.withoutHeader(name);
  }
  return length === -1 ? sent : sent.withHeader('Content-Length', String(length));
}
