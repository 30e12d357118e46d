import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Engine } from './engine.js';

/** Milliseconds between two looks for connections that have become idle. */
const LOOK_INTERVAL = 100;

/** Ends a server without losing a request that has begun. */
export class GracefulEnd {
  readonly #server: Server;
  readonly #engine: Engine;
  readonly #timeout: number;
  readonly #sockets = new Set<Socket>();
  #ended: Promise<void> | null = null;

  /** @param timeout milliseconds until the end is enforced */
  constructor(server: Server, engine: Engine, timeout: number) {
    this.#server = server;
    this.#engine = engine;
    this.#timeout = timeout;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** @returns settles when the last connection is closed; the same promise for every call */
  begin(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  #end(): Promise<void> {
    this.#engine.closing = true;
    return new Promise((resolve) => {
      const look = setInterval(() => {
        this.#server.closeIdleConnections();
      }, LOOK_INTERVAL);
      const deadline = setTimeout(() => {
        for (const socket of this.#sockets) socket.destroy();
      }, this.#timeout);
      this.#server.close(() => {
        clearInterval(look);
        clearTimeout(deadline);
        resolve();
      });
      // Node counts a connection that never spoke as busy (a browser's spare one, a health check).
      for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  }
}
