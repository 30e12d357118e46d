import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './request-head.js';

/** Who sent a request, and how it reached the server, according to the trusted sources. */
export interface Client {
  readonly address: string | null;
  /** `null` if unknown: proxies do not report it. */
  readonly port: number | null;
  readonly scheme: 'http' | 'https';
  /** `host[:port]` that the client addressed; `''` if it sent none. */
  readonly host: string;
}

/** The peer of the connection, regardless of headers. Values are read on demand. */
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
