import { reasonPhrase } from '@mortise/http-syntax';
import type { ServerResponse } from 'node:http';

/**
 * Answers with a status and its phrase as text, nothing else: for requests that no handler answered.
 *
 * @param fields more header fields, names and values in turn
 */
export function plainAnswer(
  outgoing: ServerResponse,
  status: number,
  fields: readonly string[],
): void {
  const phrase = reasonPhrase(status);
  const text = phrase === '' ? String(status) : phrase;
  const length = ['Content-Length', String(text.length)];
  const type = ['Content-Type', 'text/plain; charset=utf-8'];
  outgoing.writeHead(status, phrase, [...type, ...length, ...fields]);
  outgoing.end(text);
}
