import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from '../server-limits.js';
import { schemeOf } from './scheme-of.js';
import { trustedPeers } from './trusted-peers.js';

/** What one pass over the headers of a request finds. */
export class RequestHead {
  /** The `Host` header; `''` if absent. */
  host = '';
  /** `Content-Length`, which the parser has validated; -1 if absent. */
  contentLength = -1;
  /** Whether there is a `Transfer-Encoding` header. */
  encoded = false;
  /**
   * The status with which the request is refused before a handler sees it; 0 if it is accepted. 431 is for too many
   * headers; over HTTP/1.1, Node's parser refuses headers of too many bytes (`connection/malformed-requests.ts`).
   */
  status: 0 | 400 | 414 | 431 | 501 | 505 = 0;

  /**
   * @param rawHeaders alternating names and values
   * @param needsHost whether the protocol version requires a `Host` (RFC 9112 3.2)
   */
  constructor(
    rawHeaders: readonly string[],
    target: string,
    needsHost: boolean,
    limits: ServerLimits,
  ) {
    const hosts = this.#scan(rawHeaders);
    if (rawHeaders.length > 2 * limits.headerCount) this.status = 431;
    else if (target.length > limits.targetLength) this.status = 414;
    else if (hosts > 1 || (hosts === 0 && needsHost)) this.status = 400;
  }

  /** Reads the headers of a request over HTTP/1. Refuses the versions 0.9 and 2.0, which Node's parser accepts. */
  static of(incoming: IncomingMessage, limits: ServerLimits): RequestHead {
    const { rawHeaders, url = '', httpVersionMajor: major, httpVersionMinor: minor } = incoming;
    const head = new RequestHead(rawHeaders, url, major === 1 && minor > 0, limits);
    if (major !== 1) head.status = 505;
    else if (head.encoded && minor === 0) head.status = 400; // RFC 9112 6.1
    return head;
  }

  /** @returns the number of `Host` headers */
  #scan(rawHeaders: readonly string[]): number {
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] as string;
      // Only names of these lengths are checked, so the pass costs almost nothing.
      if (name.length === 4) {
        if (name.toLowerCase() === 'host') {
          hosts++;
          this.host = rawHeaders[at + 1] as string;
        }
      } else if (name.length === 14) {
        if (name.toLowerCase() === 'content-length') {
          this.contentLength = Number(rawHeaders[at + 1]);
        }
      } else if (name.length === 17) {
        if (name.toLowerCase() === 'transfer-encoding') {
          this.encoded = true;
          this.#checkCoding(rawHeaders[at + 1] as string);
        }
      }
    }
    return hosts;
  }

  /**
   * Refuses codings other than `chunked` with 501, or with 400 if `chunked` is not the last one, even across several
   * headers (RFC 9112 6.1).
   */
  #checkCoding(coding: string): void {
    if (!/(?:^|[\t ,])chunked$/i.test(coding)) this.status = 400;
    else if (this.status !== 0 || coding.length > 'chunked'.length) this.status = 501;
  }
}

/** Methods that only RTSP (RFC 2326 10, AirPlay) and ICE have: Node's parser accepts these protocols as HTTP. */
const FOREIGN_METHODS: ReadonlySet<string | undefined> = new Set([
  'ANNOUNCE',
  'DESCRIBE',
  'FLUSH',
  'GET_PARAMETER',
  'PAUSE',
  'PLAY',
  'RECORD',
  'REDIRECT',
  'SETUP',
  'SET_PARAMETER',
  'SOURCE',
  'TEARDOWN',
]);

/** @returns the status with which a request is refused before a handler sees it; 0 if it is accepted */
export type RefusalOf = (head: RequestHead, incoming: IncomingMessage) => number;

/**
 * Creates a check that returns the status of a request's head or, if that is 0, checks what Node's parsers do not:
 * methods of other protocols (400), and a scheme that the server does not serve (421, RFC 9110 7.4). It serves `http`,
 * and `https` if the connection is encrypted or its peer is a trusted proxy.
 *
 * @param trustProxy the option of that name
 * @throws {OptionError} `OPTION_INVALID`
 */
export function refusalOf(trustProxy: readonly string[] = []): RefusalOf {
  const trusted = trustedPeers(trustProxy);
  return ({ status }, incoming) => {
    if (status !== 0) return status;
    if (FOREIGN_METHODS.has(incoming.method)) return 400;
    const { socket, url = '' } = incoming;
    if (url.startsWith('/') && incoming.httpVersionMajor < 2) return 0;
    const scheme = schemeOf(incoming, url);
    if (scheme === '' || scheme === 'http') return 0;
    const isSecure = 'encrypted' in socket || trusted.hasPeerOf(socket);
    return scheme === 'https' && isSecure ? 0 : 421;
  };
}
