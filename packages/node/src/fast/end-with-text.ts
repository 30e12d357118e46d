import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Ends a response with text, which is sent in one write with the head. Without this optimization:
 * `outgoing.end(Buffer.from(text))`, which makes two.
 *
 * Node joins headers and text into one string. Latin-1 is the cheapest encoding, and correct for headers; UTF-8 is
 * correct only if the headers are ASCII.
 *
 * @param length of the text in bytes
 * @param fields the headers, alternating names and values
 */
export function endWithText(
  outgoing: ServerResponse,
  text: string,
  length: number,
  fields: readonly string[],
): void {
  if (length === text.length) endWith(outgoing, text, 'latin1');
  else if (isAscii(fields)) endWith(outgoing, text, 'utf8');
  else outgoing.end(Buffer.from(text));
}

/** Like `outgoing.end(text)`, which makes two vectored writes, the second of them empty; this makes one. */
function endWith(outgoing: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const { socket } = outgoing;
  if (!(socket instanceof Socket)) {
    // A pipelined response waits for those before it; HTTP/2 has frames instead.
    outgoing.end(text, encoding);
    return;
  }
  socket.cork();
  outgoing.write(text, encoding);
  socket.uncork();
  outgoing.end();
}

/** Whether all parts are ASCII. Three times as fast as a regular expression. */
function isAscii(fields: readonly string[]): boolean {
  return fields.every((part) => Buffer.byteLength(part) === part.length);
}
