import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './request-head.js';

/** Who sent a request, and how it reached us, as far as we trust those who say so. */
export interface Client {
  readonly address: string | null;
  /** `null` when it is not known: a proxy says nothing about it. */
  readonly port: number | null;
  readonly scheme: 'http' | 'https';
  /** `host[:port]` that the client addressed; `''` when it named none. */
  readonly host: string;
}

/** The peer of the connection, whatever the header fields say. */
export function directClient(message: IncomingMessage, head: RequestHead): Client {
  const { socket } = message;
  return {
    address: socket.remoteAddress ?? null,
    port: socket.remotePort ?? null,
    scheme: 'encrypted' in socket ? 'https' : 'http',
    host: head.host,
  };
}
