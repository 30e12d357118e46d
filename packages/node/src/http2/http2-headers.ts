import type { OutgoingHttpHeaders } from 'node:http';

/** The header fields of a request over HTTP/2, written as HTTP/1.1 has them. */
export interface RequestFields {
  /** Names and values in turn, without pseudo fields. */
  readonly list: string[];
  /** What the request's line and header fields would take of a connection of HTTP/1.1. */
  readonly bytes: number;
}

/**
 * `:authority` becomes `Host`, unless a `host` says the same; where they differ both are there, which
 * is refused as it is in HTTP/1.1 (RFC 9113 8.3.1). Cookies that came one by one are put together
 * (8.2.3).
 *
 * @param raw names and values in turn, pseudo fields too
 */
export function requestFields(raw: readonly string[]): RequestFields {
  const list: string[] = [];
  let bytes = 0;
  let cookieAt = -1;
  let authority: string | null = null;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    bytes += name.length + value.length + 4;
    if (name === ':authority') list.push('host', (authority = value));
    else if (name.startsWith(':') || (name === 'host' && value === authority)) continue;
    else if (name === 'cookie' && cookieAt !== -1)
      list[cookieAt] = `${String(list[cookieAt])}; ${value}`;
    else {
      if (name === 'cookie') cookieAt = list.length + 1;
      list.push(name, value);
    }
  }
  return { list, bytes };
}

/** Fields that concern a connection of HTTP/1.1: they make a message malformed (RFC 9113 8.2.2). */
const CONNECTION_SPECIFIC: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The header fields of a response as Node's HTTP/2 wants them.
 *
 * @param list names and values in turn
 */
export function headersOf(list: readonly string[]): OutgoingHttpHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] as string).toLowerCase();
    const value = list[at + 1] as string;
    if (CONNECTION_SPECIFIC.has(name)) continue;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else headers[name] = [before as string, value].flat();
  }
  return headers;
}
