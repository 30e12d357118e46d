import type { Socket } from 'node:net';
import { NodeAdapterError } from './errors.js';

/** What belongs to a connection and wants to know when that is gone. */
export interface Tenant {
  abort(reason: unknown): void;
}

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
  readonly #tenants = new Set<Tenant>();

  constructor(socket: Socket) {
    socket.once('close', () => {
      if (this.#tenants.size > 0) this.abort(NodeAdapterError.clientGone());
    });
  }

  add(tenant: Tenant): void {
    this.#tenants.add(tenant);
  }

  delete(tenant: Tenant): void {
    this.#tenants.delete(tenant);
  }

  abort(reason: unknown): void {
    for (const tenant of this.#tenants) tenant.abort(reason);
  }
}

/** The one connection of a socket. It is kept on the socket: every request asks for it. */
export function connectionOf(socket: KnownSocket): Connection {
  return (socket[CONNECTION] ??= new Connection(socket));
}
