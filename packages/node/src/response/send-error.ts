import { isDroppedOnError } from '@mortise/base';
import { reasonPhrase } from '@mortise/http-syntax';
import type { ServerResponse } from 'node:http';

/**
 * Sends a status and its reason phrase as text: for requests without a handler's response. Headers that
 * were set on the native response stay, unless they describe the response that this one replaces.
 *
 * @param fields more headers, alternating names and values
 * @returns bytes of the body that were sent
 * @throws {TypeError} by Node, if one of them is not a valid header; nothing was sent
 */
export function sendError(
  outgoing: ServerResponse,
  status: number,
  fields: readonly string[],
): number {
  for (const name of outgoing.getHeaderNames()) {
    if (isDroppedOnError(name)) outgoing.removeHeader(name);
  }
  const phrase = reasonPhrase(status);
  const text = phrase === '' ? String(status) : phrase;
  const length = ['Content-Length', String(text.length)];
  const type = ['Content-Type', 'text/plain; charset=utf-8'];
  outgoing.writeHead(status, phrase, [...type, ...length, ...fields]);
  outgoing.end(text);
  return outgoing.req.method === 'HEAD' ? 0 : text.length;
}
