import { warn } from '@mortise/base';
import { Server as NetServer, type Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import { drainAcceptQueue } from './drain-accept-queue.js';
import { connectionOf } from '../connection/connection.js';
import type { HttpServer } from './http-server.js';
import { setImmediate } from '../set-immediate.js';

/** Maximum milliseconds to keep accepting new connections, once those that were waiting have been accepted. */
const LAST_CALL = 1_000;

/** The default of `closeTimeout`, in milliseconds: how long running requests have to finish. */
export const CLOSE_TIMEOUT = 10_000;

const CUT = {
  code: 'CLOSE_TIMEOUT',
  detail:
    'End long responses when request.getLifetime().closing aborts. In a handler, write void server.close(): if it awaits that, it waits for its own request.',
};

/**
 * Closes a server without losing a request that has begun.
 *
 * @param timeout milliseconds until the remaining connections are destroyed
 * @param onBegin called first: from then on every response must have `Connection: close`
 * @param idleTimeout see {@link CloseOptions}
 * @returns the milliseconds that are left, once the last connection has closed
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
      // The server can emit `close` before its sockets do, and requests end only when their sockets emit it.
      void Promise.all(Array.from(sockets, closeOf)).then(() => {
        resolve();
      });
    });
    const calm = Math.min(LAST_CALL, timeout / 10);
    drainAcceptQueue(server, { calm, most: timeout / 2 }, () => {
      // Not `http`'s own `close`, which closes idle connections immediately, even if a request is in transit, and stops
      // checking for slow headers.
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

/** @returns a function that closes connections that are idle, or have been silent since the previous call */
function idleCheck({ server, sockets }: HttpServer): () => void {
  let silent = silentOf(sockets);
  const check = (): void => {
    server.closeIdleConnections();
    // Node treats a connection that never sent anything (a browser's spare one, a health check) as busy. It is closed
    // at the second check, so that a client that has just finished its TLS handshake can still send a request.
    const still = silentOf(sockets);
    for (const socket of still) if (silent.has(socket)) socket.destroy();
    silent = still;
  };
  return () => {
    // Not in the timer itself: data that has already arrived is read only after it.
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
  let count = 0;
  for (const socket of sockets) {
    const connection = connectionOf(socket);
    count += connection.open;
    connection.abort(reason);
    socket.destroy();
  }
  if (count > 0)
    warn(`requests aborted after ${timeout} ms because the server is closing: ${count}`, CUT);
}
