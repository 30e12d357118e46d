import type { ServerResponse } from 'node:http';
import type { ResponseHeaders } from './response-headers.js';

/** What precedes the body of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: ResponseHeaders;
}

/**
 * Passes the headers to Node, which sends them with the first bytes of the body.
 *
 * Headers that other code has set on the native response (a Connect-style handler, an outer Express
 * application) are kept unless the response has headers of the same name.
 */
export function writeHead(
  outgoing: ServerResponse,
  { status, reason, fields }: ResponseHead,
): void {
  if (outgoing.getHeaderNames().length === 0) {
    outgoing.writeHead(status, reason, fields.list);
    return;
  }
  // With headers set before, Node takes only the last value of a repeated name from a list.
  for (const [name, values] of grouped(fields.list)) outgoing.setHeader(name, values);
  outgoing.writeHead(status, reason);
}

function grouped(list: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] as string).toLowerCase();
    const values = groups.get(name);
    if (values === undefined) groups.set(name, [list[at + 1] as string]);
    else values.push(list[at + 1] as string);
  }
  return groups;
}
