import { catchAwaitable } from '@mortise/base';
import { errorEvent } from '@mortise/base/adapter';
import type { Awaitable } from '@mortise/http-message';
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ListenerCore } from '../listener/listener-core.js';
import type { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';
import { RequestHead } from '../request/request-head.js';
import { connectionOf } from '../connection/connection.js';
import type { HttpServer } from './http-server.js';
import { afterResponses, pendingResponse } from '../connection/pending-responses.js';

/**
 * Takes over the connection of a client that requests WebSocket (RFC 6455 4), once all pending responses on it have
 * been sent. Its parameters are the first three of `handleUpgrade` in the `ws` package.
 *
 * @param incoming the request, without its body; the same limits apply to it as to other requests
 * @param socket the connection; destroyed if it is still open `closeTimeout` after the server began to close
 * @param head the bytes that the client has already sent after the request; usually empty
 */
export type UpgradeListener = (
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) => Awaitable<void>;

/** Refuses CONNECT (RFC 9110 9.3.6), and passes WebSocket connections to the listener, if there is one. */
export function takeUpgrades(http: HttpServer, listener: UpgradeListener | null): void {
  const { core, server } = http;
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    detach(socket);
    afterResponses(socket, () => {
      core.lingering.refuse(socket, 501);
    });
  });
  if (listener === null) return;
  server.on('upgrade', (incoming: LazyIncomingMessage, socket: Socket, early: Buffer) => {
    incoming.handOver();
    detach(socket);
    const head = new RequestHead(incoming.rawHeaders, incoming.url ?? '', true, core.limits);
    const status = core.refusalOf(head, incoming);
    const context = new AsyncResource('MortiseRequest');
    afterResponses(socket, () => {
      if (status !== 0) core.lingering.refuse(socket, status);
      else if (core.closing) core.lingering.refuse(socket, 503);
      else {
        context.runInAsyncScope(
          handOver,
          null,
          core,
          () => listener(incoming, socket, early),
          incoming,
        );
      }
    });
  });
}

/** Calls the listener. Its errors are reported, and affect only this connection. */
function handOver(
  core: ListenerCore,
  take: () => Awaitable<void>,
  incoming: LazyIncomingMessage,
): void {
  const { socket } = incoming;
  const fail = (error: unknown): void => {
    core.report(error, errorEvent('handler', 500, core.sourceOf(incoming)));
    socket.destroy();
  };
  connectionOf(socket).open++; // never idle again
  void catchAwaitable(take, fail);
}

/**
 * Replaces the listeners that Node has removed: otherwise an error would end the process, and earlier responses would
 * neither continue when the client reads nor time out when it does not.
 */
function detach(socket: Socket): void {
  connectionOf(socket).takenOver = true;
  socket.on('error', () => undefined);
  socket.on('drain', () => pendingResponse(socket)?.emit('drain'));
  socket.on('timeout', () => pendingResponse(socket)?.emit('timeout'));
}
