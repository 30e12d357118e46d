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

/** The peer of the connection, whatever the header fields say. Nothing is asked before it is wanted. */
export class DirectClient implements Client {
  readonly host: string;
  readonly #socket: IncomingMessage['socket'];

  constructor({ socket }: IncomingMessage, head: RequestHead) {
    this.host = head.host;
    this.#socket = socket;
  }

  get address(): string | null {
    return this.#socket.remoteAddress ?? null;
  }

  get port(): number | null {
    return this.#socket.remotePort ?? null;
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#socket ? 'https' : 'http';
  }
}
