import type { ResponseInterface } from '@mortise/http-message';
import { connectionFields, headerVariable } from '../connection-fields.js';

/**
 * Returns a response with the headers that a client receives. Those that frame the message or concern only the
 * connection are removed, and so are those that `Connection` lists; `Upgrade` stays, as an adapter lists it there.
 *
 * @param length the `Content-Length`; -1 for none
 */
export function withSentHeaders(response: ResponseInterface, length: number): ResponseInterface {
  const omitted = connectionFields(response.getHeaderLine('Connection')).add('content-length');
  omitted.delete('upgrade');
  let sent = response;
  for (const name of Object.keys(response.getHeaders())) {
    if (omitted.has(headerVariable(name))) sent = sent.withoutHeader(name);
  }
  return length === -1 ? sent : sent.withHeader('Content-Length', String(length));
}
