import type { Socket } from 'node:net';
import { NodeAdapterError } from './errors.js';

/** What belongs to a connection and wants to know when that is gone. */
export interface Tenant {
  abort(reason: unknown): void;
}

const connections = new WeakMap<Socket, Connection>();

/** The exchanges of one connection that are not over: more than one when the client pipelines. */
export class Connection {
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

/** The one connection of a socket. */
export function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (connection === undefined) {
    connection = new Connection(socket);
    connections.set(socket, connection);
  }
  return connection;
}
