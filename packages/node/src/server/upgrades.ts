import { errorEvent } from '@mortise/base/adapter';
import type { Awaitable } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Engine } from '../engine.js';
import type { LazyIncomingMessage } from '../request/lazy-incoming-message.js';
import { RequestHead } from '../request/request-head.js';
import { connectionOf } from './connection.js';
import type { HttpServer } from './http-server.js';
import { afterAnswers } from './pending-answers.js';
import { refuse } from './refuse.js';

/**
 * Takes over the connection of a client that wants to speak WebSocket (RFC 6455 4), after every
 * answer that was due on it; `handleUpgrade` of the package ws is called with the same three.
 *
 * @param incoming the request, without its body; within the limits of every other request
 * @param socket closed at the latest when `closeTimeout` has passed since the server began to close
 * @param head what the client has sent behind the request already; seldom anything
 */
export type UpgradeListener = (
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) => Awaitable<void>;

/** Refuses tunnels (RFC 9110 9.3.6), and hands WebSocket connections over if somebody wants them. */
export function takeUpgrades(http: HttpServer, listener: UpgradeListener | null): void {
  const { engine, server } = http;
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    detach(socket);
    afterAnswers(socket, () => {
      refuse(socket, 501, engine.lingering);
    });
  });
  if (listener === null) return;
  server.on('upgrade', (incoming: LazyIncomingMessage, socket: Socket, head: Buffer) => {
    incoming.handOver();
    detach(socket);
    const { status } = new RequestHead(
      incoming.rawHeaders,
      incoming.url ?? '',
      true,
      engine.limits,
    );
    afterAnswers(socket, () => {
      if (status !== 0) refuse(socket, status, engine.lingering);
      else if (engine.closing) refuse(socket, 503, engine.lingering);
      else handOver(engine, () => listener(incoming, socket, head), incoming);
    });
  });
}

/** What goes wrong in the taking is reported, and costs this connection alone. */
function handOver(
  engine: Engine,
  take: () => Awaitable<void>,
  incoming: LazyIncomingMessage,
): void {
  const { socket } = incoming;
  const fail = (error: unknown): void => {
    engine.report(error, errorEvent('handler', 500, engine.sourceOf(incoming)));
    socket.destroy();
  };
  connectionOf(socket).open++; // never idle again
  try {
    const taking = take();
    if (taking !== undefined) taking.then(undefined, fail);
  } catch (error) {
    fail(error);
  }
}

/** Node has stopped listening: an error without a listener would end the process. */
function detach(socket: Socket): void {
  connectionOf(socket).takenOver = true;
  socket.on('error', () => undefined);
}
