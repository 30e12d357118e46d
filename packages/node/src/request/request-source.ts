import type { RequestSource } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { NodeBodySource } from './body-source.js';
import type { Client } from './client.js';
import type { Mount } from './mount.js';
import type { RequestHead } from './request-head.js';

/** A request of `node:http`, described without copying or parsing anything. */
export class NodeRequestSource implements RequestSource {
  readonly body: NodeBodySource | null;
  /** As received, even while a Connect-style handler has changed it in the message. */
  readonly method: string;
  /** As received, including the part that was removed before. */
  readonly target: string;
  readonly #message: IncomingMessage;
  readonly #head: RequestHead;
  readonly #clientOf: (message: IncomingMessage, head: RequestHead) => Client;
  #client: Client | null = null;

  /** @param clientOf decides, on first use, who the client is and how the request reached the server */
  constructor(
    message: IncomingMessage,
    head: RequestHead,
    body: NodeBodySource | null,
    clientOf: (message: IncomingMessage, head: RequestHead) => Client,
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
    this.#client ??= this.#clientOf(this.#message, this.#head);
    return this.#client;
  }
}

/** A request for an application that is not mounted at the root. */
export class MountedRequestSource extends NodeRequestSource {
  override readonly target: string;
  readonly basePath: string;

  constructor(mount: Mount, ...request: ConstructorParameters<typeof NodeRequestSource>) {
    super(...request);
    this.target = mount.target;
    this.basePath = mount.basePath;
  }
}
