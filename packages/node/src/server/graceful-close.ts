import { Server as NetServer, type Socket } from 'node:net';
import { NodeAdapterError } from '../errors.js';
import { MAX_TIMER_DELAY } from '../option-number.js';
import type { CloseOptions } from '../server-handle.js';
import { drainAcceptQueue } from './drain-accept-queue.js';
import { connectionOf } from '../connection/connection.js';
import type { HttpServer } from './http-server.js';

/** Milliseconds for accepting connections that keep arriving, as long as none that waited is lost. */
const LAST_CALL = 1_000;

/** The default of `closeTimeout`, in milliseconds: how long running requests have to finish. */
export const CLOSE_TIMEOUT = 10_000;

/** Closes a server without losing a request that has begun. */
export class GracefulClose {
  readonly #server: HttpServer['server'];
  readonly #sockets: ReadonlySet<Socket>;
  readonly #timeout: number;
  readonly #onBegin: () => void;
  readonly #onEnd: (left: number) => Promise<void>;
  #ended: Promise<void> | null = null;
  /** Sockets that were silent at the last check: one whose TLS handshake has just finished has its time too. */
  #silent: ReadonlySet<Socket> = new Set();

  /**
   * @param timeout milliseconds until the end is enforced
   * @param onBegin from then on every response must have `Connection: close`
   * @param onEnd called after the last connection has closed, with the milliseconds that are left
   */
  constructor(
    { server, sockets }: HttpServer,
    timeout: number,
    onBegin: () => void,
    onEnd: (left: number) => Promise<void>,
  ) {
    this.#server = server;
    this.#sockets = sockets;
    this.#timeout = timeout;
    this.#onBegin = onBegin;
    this.#onEnd = onEnd;
  }

  get begun(): boolean {
    return this.#ended !== null;
  }

  /** @returns settles when everything has closed; the same promise for every call */
  begin({ idleTimeout = 25 }: CloseOptions = {}): Promise<void> {
    this.#ended ??= this.#end(idleTimeout);
    return this.#ended;
  }

  async #end(idleTimeout: number): Promise<void> {
    const begun = performance.now();
    await this.#drain(idleTimeout, begun);
    await this.#onEnd(this.#timeout - (performance.now() - begun));
  }

  #drain(idleTimeout: number, begun: number): Promise<void> {
    this.#onBegin();
    return new Promise((resolve) => {
      const calm = Math.min(LAST_CALL, this.#timeout / 10);
      drainAcceptQueue(this.#server, { calm, most: this.#timeout / 2 }, () => {
        // Not `http`'s own close: that closes idle connections immediately, with requests in transit,
        // and stops checking for slow headers.
        NetServer.prototype.close.call(this.#server, () => {
          stop();
          this.#server.close();
          resolve();
        });
        const stop = this.#finish(idleTimeout, this.#timeout - (performance.now() - begun));
      });
    });
  }

  /**
   * @param left milliseconds until the end is enforced
   * @returns stops monitoring the connections
   */
  #finish(idleTimeout: number, left: number): () => void {
    this.#silent = this.#stillSilent();
    const look = setInterval(
      () => {
        // Data that has arrived in the meantime is read before timers run again, but not before this one.
        setImmediate(() => {
          this.#closeIdle();
        });
      },
      Math.min(idleTimeout, MAX_TIMER_DELAY),
    );
    const deadline = setTimeout(
      () => {
        this.#cut();
      },
      Math.max(0, left),
    );
    return () => {
      clearInterval(look);
      clearTimeout(deadline);
    };
  }

  #closeIdle(): void {
    this.#server.closeIdleConnections();
    // Node treats a connection that never sent anything as busy (a browser's spare one, a health check).
    const silent = this.#stillSilent();
    for (const socket of silent) if (this.#silent.has(socket)) socket.destroy();
    this.#silent = silent;
  }

  #stillSilent(): ReadonlySet<Socket> {
    return new Set([...this.#sockets].filter(({ bytesRead }) => bytesRead === 0));
  }

  #cut(): void {
    const text = `the server is closing, and the request did not finish within ${this.#timeout} ms`;
    const reason = new NodeAdapterError('SERVER_CLOSED', text, 503);
    for (const socket of this.#sockets) {
      connectionOf(socket).abort(reason);
      socket.destroy();
    }
  }
}
