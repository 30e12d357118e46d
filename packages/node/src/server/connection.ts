import type { Socket } from 'node:net';
import { NodeAdapterError } from '../errors.js';

/** What belongs to a connection and wants to know when that is gone. */
export interface Tenant {
  abort(reason: unknown): void;
}

/** The fields of the last answer on a connection (RFC 9112 9.6), names and values in turn. */
export const CLOSE: readonly string[] = ['Connection', 'close'];

const CONNECTION: unique symbol = Symbol('connection');

interface KnownSocket extends Socket {
  [CONNECTION]?: Connection | undefined;
}

/** What is known of a connection beside what Node knows. */
export class Connection {
  /** Requests that it has carried. */
  requests = 0;
  /** Whether its last answer is decided: what comes behind is nobody's request any more. */
  closing = false;
  /** Requests that are not over: more than one when the client pipelines. */
  open = 0;
  #idle = { ticks: 0, requests: 0, bytes: 0 };
  /** One, unless the client pipelines. A `Set` would be built anew for every other request. */
  readonly #tenants: Tenant[] = [];

  constructor(socket: Socket) {
    socket.once('close', () => {
      if (this.#tenants.length > 0) this.abort(NodeAdapterError.clientGone());
    });
  }

  /**
   * Told at every tick how much was read. One that never spoke, or has begun to send a request, is
   * not idle: the server waits for a header then, and has a timeout for that.
   *
   * @returns ticks in a row in which it carried nothing
   */
  idleTicks(bytesRead: number): number {
    const idle = this.#idle;
    if (this.open > 0 || this.requests !== idle.requests) {
      this.#idle = { ticks: 0, requests: this.requests, bytes: bytesRead };
    } else if (this.requests > 0 && bytesRead === idle.bytes) idle.ticks++;
    return this.#idle.ticks;
  }

  add(tenant: Tenant): void {
    if (!this.#tenants.includes(tenant)) this.#tenants.push(tenant);
  }

  delete(tenant: Tenant): void {
    const at = this.#tenants.indexOf(tenant);
    if (at !== -1) this.#tenants.splice(at, 1);
  }

  abort(reason: unknown): void {
    for (const tenant of this.#tenants.slice()) tenant.abort(reason);
  }
}

/** The one connection of a socket. It is kept on the socket: every request asks for it. */
export function connectionOf(socket: KnownSocket): Connection {
  return (socket[CONNECTION] ??= new Connection(socket));
}
