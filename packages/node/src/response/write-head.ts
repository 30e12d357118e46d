import type { ServerResponse } from 'node:http';
import type { ResponseHeaders } from './response-headers.js';

/** What precedes the body of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: ResponseHeaders;
}

/**
 * Hands the head to Node; it goes out with the first bytes of the body.
 *
 * Fields that others have set on the way (a Connect-style handler, an Express around us) are kept
 * unless the response has fields of the same name.
 */
export function writeHead(
  outgoing: ServerResponse,
  { status, reason, fields }: ResponseHead,
): void {
  if (outgoing.getHeaderNames().length === 0) {
    outgoing.writeHead(status, reason, fields.list);
    return;
  }
  // With fields set before, Node takes the last value of a repeated name from a list.
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
