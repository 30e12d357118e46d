import { keptOnError } from '@mortise/base';
import { reasonPhrase } from '@mortise/http-syntax';
import type { ResponseInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { namesUpgrade, ResponseHeaders, setFields, writeHead } from './response-headers.js';

/**
 * Sets the headers of a response that could not be sent on the native response, for {@link sendError}: those of layers,
 * such as CORS, apply to the error too. Sets none if Node refuses any of them.
 */
export function keepFields(response: ResponseInterface, outgoing: ServerResponse): void {
  try {
    const { list, upgrade } = new ResponseHeaders(response.getRawHeaders());
    setFields(outgoing, list);
    if (upgrade) outgoing.removeHeader('Upgrade');
  } catch {
    // The failure of the response itself is reported.
  }
}

/**
 * Sends a status, with its reason phrase as text, for a request without a handler's response. Headers that were set on
 * the native response are kept ({@link keptOnError}), unless they describe the response that this one replaces. Sends
 * nothing if an outer application has begun a response.
 *
 * @param fate headers that say what happens to the connection, alternating names and values
 * @param headers those of the error; if Node refuses any of these or of the native response's headers, none of them is
 *   sent
 * @param onRefusal called with Node's error in that case
 * @returns bytes of the body that were sent
 */
export function sendError(
  outgoing: ServerResponse,
  status: number,
  fate: readonly string[],
  headers: readonly (readonly [name: string, value: string])[] = [],
  onRefusal: (refusal: unknown) => void = () => undefined,
): number {
  if (outgoing.headersSent) return 0;
  for (const name of outgoing.getHeaderNames()) {
    const value = String(outgoing.getHeader(name));
    const kept = keptOnError(name, value);
    if (kept === null) outgoing.removeHeader(name);
    else if (kept !== value) outgoing.setHeader(name, kept);
  }
  const phrase = reasonPhrase(status);
  const text = phrase === '' ? String(status) : phrase;
  const length = ['Content-Length', String(text.length)];
  const content = ['Content-Type', 'text/plain; charset=utf-8', ...length];
  const send = (list: readonly string[]): void => {
    writeHead(outgoing, { status, reason: phrase, fields: { list } });
  };
  try {
    const hasUpgrade = headers.some(([name]) => name.toLowerCase() === 'upgrade');
    send([...content, ...headers.flat(), ...(hasUpgrade ? namesUpgrade(fate, outgoing) : fate)]);
  } catch (refusal) {
    onRefusal(refusal);
    // Node may have refused one of these.
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    send([...content, ...fate]);
  }
  // Node encodes the headers as the text is: only as Latin-1 does each of their characters stay one byte.
  outgoing.end(text, 'latin1');
  return outgoing.req.method === 'HEAD' ? 0 : text.length;
}
