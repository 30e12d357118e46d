import type { IncomingMessage } from 'node:http';
import type { TrustOptions } from './trust.js';
import { trustedPeers } from './trusted-peers.js';

/** Methods that only RTSP (RFC 2326 10, AirPlay) and ICE have: Node's parser takes these protocols for HTTP. */
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

/** @returns the status with which a request is refused for its method or target; 0 if it is not */
export type CheckRequestLine = (incoming: IncomingMessage) => 0 | 400 | 421;

/**
 * Makes the check of what the parsers of Node leave to the server: methods of other protocols, and an absolute target with
 * the scheme `https` on a connection that is neither encrypted nor that of a trusted proxy (RFC 9110 7.4). `:scheme` of
 * HTTP/2 is not read at all.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function requestLineCheck({ trustProxy = [] }: TrustOptions): CheckRequestLine {
  const trusted = trustedPeers(trustProxy);
  return (incoming) => {
    if (FOREIGN_METHODS.has(incoming.method)) return 400;
    const { socket, url = '' } = incoming;
    if (url.startsWith('/') || !/^https:/i.test(url)) return 0;
    return 'encrypted' in socket || trusted.hasPeerOf(socket) ? 0 : 421;
  };
}
