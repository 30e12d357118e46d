import { Server as NetServer, type Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import { drainAcceptQueue } from './drain-accept-queue.js';
import { connectionOf } from '../connection/connection.js';
import type { HttpServer } from './http-server.js';

/** Milliseconds for accepting connections that keep arriving, as long as none that waited is lost. */
const LAST_CALL = 1_000;

/** The default of `closeTimeout`, in milliseconds: how long running requests have to finish. */
export const CLOSE_TIMEOUT = 10_000;

/**
 * Closes a server without losing a request that has begun.
 *
 * @param timeout milliseconds until the end is enforced
 * @param onBegin called first: from then on every response must have `Connection: close`
 * @param idleTimeout of {@link CloseOptions}
 * @returns settles after the last connection has closed, with the milliseconds that are left
 */
export async function closeServer(
  http: HttpServer,
  timeout: number,
  onBegin: () => void,
  idleTimeout: number,
): Promise<number> {
  const { server, sockets } = http;
  const begun = performance.now();
  const left = (): number => timeout - (performance.now() - begun);
  onBegin();
  let look: NodeJS.Timeout | undefined;
  let deadline: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    server.once('close', () => {
      clearInterval(look);
      clearTimeout(deadline);
      server.close();
      // Node counts a connection as closed before it says so to others: requests end with their connections.
      void Promise.all(Array.from(sockets, closeOf)).then(() => {
        resolve();
      });
    });
    const calm = Math.min(LAST_CALL, timeout / 10);
    compileClose();
    drainAcceptQueue(server, { calm, most: timeout / 2 }, () => {
      // Not `http`'s own close: that closes idle connections immediately, with requests in transit,
      // and stops checking for slow headers.
      NetServer.prototype.close.call(server);
      look = setInterval(idleCheck(http), idleTimeout);
      deadline = setTimeout(
        () => {
          cut(sockets, timeout);
        },
        Math.max(0, left()),
      );
    });
  });
  return left();
}

/** Compiles `close` ahead: a connection that arrives during the call is lost, and a first call takes three times as long. */
function compileClose(): void {
  new NetServer().close(() => undefined);
}

/** @returns closes the connections that are idle, or silent since the previous call */
function idleCheck({ server, sockets }: HttpServer): () => void {
  let silent = silentOf(sockets);
  const check = (): void => {
    server.closeIdleConnections();
    // Node treats a connection that never sent anything as busy (a browser's spare one, a health check). One whose
    // TLS handshake has just finished has its time too.
    const still = silentOf(sockets);
    for (const socket of still) if (silent.has(socket)) socket.destroy();
    silent = still;
  };
  return () => {
    // Data that has arrived in the meantime is read before timers run again, but not before this one.
    setImmediate(check);
  };
}

function silentOf(sockets: ReadonlySet<Socket>): ReadonlySet<Socket> {
  return new Set([...sockets].filter(({ bytesRead }) => bytesRead === 0));
}

function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
}

function cut(sockets: ReadonlySet<Socket>, timeout: number): void {
  const text = `the server is closing, and the request did not finish within ${timeout} ms`;
  const reason = new NodeAdapterError('SERVER_CLOSED', text, 503);
  for (const socket of sockets) {
    connectionOf(socket).abort(reason);
    socket.destroy();
  }
}
