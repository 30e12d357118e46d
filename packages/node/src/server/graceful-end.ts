import { Server as NetServer, type Socket } from 'node:net';
import { NodeAdapterError } from '../errors.js';
import type { CloseOptions } from '../server-handle.js';
import { connectionOf } from './connection.js';
import type { HttpServer } from './http-server.js';

/** Ends a server without losing a request that has begun. */
export class GracefulEnd {
  readonly #server: HttpServer['server'];
  readonly #sockets: ReadonlySet<Socket>;
  readonly #timeout: number;
  readonly #onBegin: () => void;
  #ended: Promise<void> | null = null;

  /**
   * @param timeout milliseconds until the end is enforced
   * @param onBegin from then on every answer has to say `Connection: close`
   */
  constructor({ server, sockets }: HttpServer, timeout: number, onBegin: () => void) {
    this.#server = server;
    this.#sockets = sockets;
    this.#timeout = timeout;
    this.#onBegin = onBegin;
  }

  get begun(): boolean {
    return this.#ended !== null;
  }

  /** @returns settles when the last connection is closed; the same promise for every call */
  begin({ idleTimeout = 25 }: CloseOptions = {}): Promise<void> {
    this.#ended ??= this.#end(idleTimeout);
    return this.#ended;
  }

  #end(idleTimeout: number): Promise<void> {
    this.#onBegin();
    return new Promise((resolve) => {
      const look = setInterval(() => {
        // What has arrived meanwhile is read before timers run again, but not before this one.
        setImmediate(() => {
          this.#closeIdle();
        });
      }, idleTimeout);
      const deadline = setTimeout(() => {
        this.#cut();
      }, this.#timeout);
      // Not http's own close: that ends idle connections at once, with the requests on their way,
      // and stops looking after slow headers.
      NetServer.prototype.close.call(this.#server, () => {
        clearInterval(look);
        clearTimeout(deadline);
        this.#server.close();
        resolve();
      });
    });
  }

  #closeIdle(): void {
    this.#server.closeIdleConnections();
    // Node counts a connection that never spoke as busy (a browser's spare one, a health check).
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  #cut(): void {
    const text = `the server was closed, and ${this.#timeout} ms to finish have passed`;
    const reason = new NodeAdapterError('SERVER_CLOSED', text, 503);
    for (const socket of this.#sockets) {
      connectionOf(socket).abort(reason);
      socket.destroy();
    }
  }
}
