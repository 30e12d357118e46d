import { mayFrame, sentFields } from '@mortise/base';
import { parseContentLength } from '@mortise/http-syntax';
import type { ServerResponse } from 'node:http';
import { CLOSE } from '../connection/connection.js';
import { merged, valuesIn } from './merged-headers.js';
import { valuesByName } from '../values-by-name.js';

/** The part of a response before its body. */
export interface ResponseHead<F = ResponseHeaders> {
  readonly status: number;
  readonly reason: string;
  readonly fields: F;
}

/**
 * Passes the headers to Node, which sends them with the first bytes of the body.
 *
 * Headers that other code has set on the native response (a Connect-style handler, an outer Express application) are
 * kept unless the response has headers of the same name; `Set-Cookie` and `Vary` are merged. If Node refuses a header,
 * the native response gets its previous headers back.
 */
export function writeHead(
  outgoing: ServerResponse,
  { status, reason, fields }: ResponseHead<{ readonly list: readonly string[] }>,
): void {
  if (outgoing.getHeaderNames().length === 0) {
    outgoing.writeHead(status, reason, fields.list as string[]);
    return;
  }
  setFields(outgoing, fields.list, () => outgoing.writeHead(status, reason));
}

/**
 * Sets headers on a native response, like {@link writeHead}.
 *
 * @param list alternating names and values
 * @param next called then; if it throws, or Node refuses a header, the native response gets its previous headers back
 */
export function setFields(
  outgoing: ServerResponse,
  list: readonly string[],
  next: () => unknown = () => undefined,
): void {
  // If headers were set before, Node takes only the last value of a repeated name from a list.
  const groups = valuesByName(list);
  const before = [...groups.keys()].map((name) => [name, outgoing.getHeader(name)] as const);
  try {
    for (const [name, values] of groups) {
      outgoing.setHeader(name, merged(name, valuesIn(outgoing, name), values));
    }
    next();
  } catch (refusal) {
    for (const [name, value] of before) {
      if (value === undefined) outgoing.removeHeader(name);
      else outgoing.setHeader(name, value);
    }
    throw refusal;
  }
}

/** The headers of a response without those that only this package sets, and what those said. */
export class ResponseHeaders {
  /** Alternating names and values; a new list that can be appended to. */
  readonly list: string[];
  /** The `Content-Length` of the response; -1 if it is absent, invalid or contradictory. */
  declaredLength = -1;
  /** The values of its `Content-Length` headers, joined. */
  #lengths = '';
  /** Whether the response has `Connection: close`. */
  close = false;
  /** Whether the response has `Upgrade`, which stays in the list. */
  upgrade = false;

  /** @param raw alternating names and values; not changed */
  constructor(raw: readonly string[]) {
    let isFramed = false;
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at] as string;
      if (!mayFrame(name)) continue;
      isFramed = true;
      this.#note(name.toLowerCase(), raw[at + 1] as string);
    }
    this.list = isFramed ? sentFields(raw) : raw.slice();
  }

  #note(name: string, value: string): void {
    if (name === 'content-length') {
      this.#lengths = this.#lengths === '' ? value : `${this.#lengths},${value}`;
      this.declaredLength = parseContentLength(this.#lengths) ?? -1;
    } else if (name === 'connection') {
      if (/(?:^|[\t ,])close(?:$|[\t ,])/i.test(value)) this.close = true;
    } else if (name === 'upgrade') this.upgrade = true;
  }
}

/**
 * Adds `Upgrade` to the `Connection` of a response that has an `Upgrade` header: otherwise, a proxy would forward that
 * header. HTTP/2 drops both (RFC 9113 8.2.2).
 *
 * @param fate headers that say what happens to the connection, alternating names and values
 * @returns these headers with a `Connection` that replaces the one that Node would add
 * @see RFC 9110 7.6.1, 7.8
 */
export function namesUpgrade(
  fate: readonly string[],
  { shouldKeepAlive }: Pick<ServerResponse, 'shouldKeepAlive'>,
): readonly string[] {
  if (fate === CLOSE || !shouldKeepAlive) return ['Connection', 'close, Upgrade'];
  return ['Connection', 'keep-alive, Upgrade', ...fate];
}
