import type { Socket } from 'node:net';
import type { ServerLimits } from '../limits.js';
import { connectionOf } from './connection.js';

/**
 * Closes connections that have carried nothing for too long.
 *
 * One timer checks all of them, and runs only while there are any, so a request costs nothing here. Node's
 * own timeout is set and cleared for each request (5 % of the cost of a short one).
 */
export class IdleConnections {
  readonly #sockets: ReadonlySet<Socket>;
  readonly #interval: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(sockets: ReadonlySet<Socket>, { keepAliveTimeout, checkInterval }: ServerLimits) {
    this.#sockets = sockets;
    this.#interval = Math.max(1, Math.min(checkInterval, keepAliveTimeout));
  }

  /** Called whenever a connection opens. */
  watch(): void {
    this.#timer ??= setInterval(() => {
      this.#tick();
    }, this.#interval).unref();
  }

  #tick(): void {
    for (const socket of this.#sockets) {
      const connection = connectionOf(socket);
      // Never early: a client that received the timeout can rely on it.
      const ticks = Math.ceil(connection.keepAlive.timeout / this.#interval);
      if (connection.idleTicks(socket.bytesRead) >= ticks) socket.destroy();
    }
    if (this.#sockets.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
