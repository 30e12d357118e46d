import { CONNECTION_FIELDS } from '@mortise/base';
import type { OutgoingHttpHeaders } from 'node:http';

/** The headers of an HTTP/2 request, in the form of HTTP/1.1. */
export interface RequestFields {
  /** Alternating names and values, without pseudo-headers. */
  readonly list: string[];
  /** Size in bytes that they would have over HTTP/1.1; `http2-request-head.ts` compares it with `headerBytes`. */
  readonly bytes: number;
}

/**
 * Converts the headers of a request. `:authority` becomes `host`, and a `host` of the same value is dropped. A
 * different one is kept, so that the request is refused for its two hosts, as in HTTP/1.1 (RFC 9113 8.3.1). Separate
 * `cookie` headers are joined (8.2.3).
 *
 * @param raw alternating names and values, including pseudo-headers
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

/** Connection-specific headers of HTTP/1.1, which make an HTTP/2 message malformed (RFC 9113 8.2.2). */
const CONNECTION_SPECIFIC: ReadonlySet<string> = new Set([
  'http2-settings',
  ...CONNECTION_FIELDS.filter((name) => name !== 'trailer'),
]);

/** Whether a header is specific to HTTP/1.1 connections, and not allowed in HTTP/2. @param name in lower case */
export function isConnectionSpecific(name: string): boolean {
  return CONNECTION_SPECIFIC.has(name);
}

/** Headers that Node's HTTP/2 refuses to repeat, even though some of them are lists. */
const ONE_LINE: ReadonlySet<string> = new Set([
  ...['access-control-allow-credentials', 'access-control-max-age'],
  ...['access-control-request-method', 'age', 'authorization', 'content-encoding'],
  ...['content-language', 'content-location', 'content-md5', 'content-range', 'content-type'],
  ...['date', 'dnt', 'etag', 'expires', 'from', 'host', 'if-match', 'if-modified-since'],
  ...['if-none-match', 'if-range', 'if-unmodified-since', 'last-modified', 'location'],
  ...['max-forwards', 'proxy-authorization', 'range', 'referer', 'retry-after', 'tk'],
  ...['upgrade-insecure-requests', 'user-agent', 'x-content-type-options'],
]);

/**
 * Joins the values of a repeated header if Node accepts only one (RFC 9110 5.3: both forms mean the same).
 *
 * @param name in lower case
 */
export function sendable<T>(name: string, values: T): T | string {
  return Array.isArray(values) && ONE_LINE.has(name) ? values.join(', ') : values;
}

/**
 * Returns the headers of a response in the form that Node's HTTP/2 expects.
 *
 * @param list alternating names and values
 */
export function outgoingHeaders(list: readonly string[]): OutgoingHttpHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] as string).toLowerCase();
    const value = list[at + 1] as string;
    if (isConnectionSpecific(name)) continue;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else headers[name] = sendable(name, [before as string, value].flat());
  }
  return headers;
}
