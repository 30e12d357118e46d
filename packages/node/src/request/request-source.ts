import type { RequestSource } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { NodeBodySource } from './body-source.js';
import type { RequestHead } from './request-head.js';

/** Who sent a request, and how it reached the server, according to trusted sources. */
export interface Client {
  readonly address: string | null;
  /** `null` if unknown: proxies do not report it. */
  readonly port: number | null;
  readonly scheme: 'http' | 'https';
  /** `host[:port]` that the client addressed; `''` if it sent none. */
  readonly host: string;
  /** Whether a trusted proxy has reported the host. */
  readonly hostReported: boolean;
}

/** The peer of the connection, regardless of forwarding headers. Values are read on demand. */
export class DirectClient implements Client {
  readonly host: string;
  readonly hostReported = false;
  readonly #socket: IncomingMessage['socket'];
  readonly #named: string;

  /** @param named a trusted scheme; `''` for none */
  constructor({ socket }: IncomingMessage, head: RequestHead, named = '') {
    this.host = head.host;
    this.#socket = socket;
    this.#named = named;
  }

  get address(): string | null {
    return this.#socket.remoteAddress ?? null;
  }

  get port(): number | null {
    return this.#socket.remotePort ?? null;
  }

  get scheme(): 'http' | 'https' {
    const named = this.#named;
    if (named === 'http' || named === 'https') return named;
    return 'encrypted' in this.#socket ? 'https' : 'http';
  }
}

/**
 * Returns the client of a request.
 *
 * @param target as received
 */
export type ClientOf = (message: IncomingMessage, head: RequestHead, target: string) => Client;

/** Ignores forwarding headers. */
export const directClient: ClientOf = (message, head) => new DirectClient(message, head);

/** A request of `node:http`, described without copying or parsing anything. */
export class NodeRequestSource implements RequestSource {
  readonly body: NodeBodySource | null;
  /** As received, even if a Connect-style handler has changed it in the message. */
  readonly method: string;
  /** As received, including any part of the path that was removed since. */
  readonly target: string;
  /** Whether the request is for a path outside the application's. */
  readonly isElsewhere: boolean = false;
  readonly #message: IncomingMessage;
  readonly #head: RequestHead;
  readonly #clientOf: ClientOf;
  #client: Client | null = null;

  /** @param clientOf decides, on first use, who the client is and how the request reached the server */
  constructor(
    message: IncomingMessage,
    head: RequestHead,
    body: NodeBodySource | null,
    clientOf: ClientOf,
  ) {
    this.#message = message;
    this.method = message.method as string;
    this.target = message.url as string;
    this.#head = head;
    this.body = body;
    this.#clientOf = clientOf;
  }

  get protocolVersion(): string {
    return this.#message.httpVersion;
  }

  get rawHeaders(): readonly string[] {
    return this.#message.rawHeaders;
  }

  get scheme(): 'http' | 'https' {
    return this.client.scheme;
  }

  get host(): string {
    return this.client.host;
  }

  get hostReported(): boolean {
    return this.client.hostReported;
  }

  get remoteAddress(): string | null {
    return this.client.address;
  }

  get remotePort(): number | null {
    return this.client.port;
  }

  get localAddress(): string | null {
    return this.#message.socket.localAddress ?? null;
  }

  get localPort(): number | null {
    return this.#message.socket.localPort ?? null;
  }

  private get client(): Client {
    this.#client ??= this.#clientOf(this.#message, this.#head, this.target);
    return this.#client;
  }
}

/** How a request reaches an application that is not mounted at the root. */
export interface Mount {
  /** The whole target, including the part that was removed from its path. */
  readonly target: string;
  /** The removed part, then the `basePath` option; canonical. */
  readonly basePath: string;
  /** Whether the request is for a path outside the `basePath` option. */
  readonly elsewhere: boolean;
}

/** A request for an application that is not mounted at the root. */
export class MountedRequestSource extends NodeRequestSource {
  override readonly target: string;
  readonly basePath: string;
  override readonly isElsewhere: boolean;

  constructor(mount: Mount, ...request: ConstructorParameters<typeof NodeRequestSource>) {
    super(...request);
    this.target = mount.target;
    this.basePath = mount.basePath;
    this.isElsewhere = mount.elsewhere;
  }
}
