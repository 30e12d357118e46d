import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Batch } from './batch.js';
import type { Engine } from './engine.js';
import { LazyIncomingMessage } from './lazy-incoming-message.js';

/**
 * Bytes that a connection buffers each way before one side waits for the other. Node's 16 KiB make
 * every chunk of a stream wait for the one before; this is what a stalled reader can cost.
 */
const BUFFER = 256 * 1024;

/** A server, and the connections that it has open. */
export interface HttpServer {
  readonly server: Server<typeof LazyIncomingMessage>;
  readonly sockets: ReadonlySet<Socket>;
}

/** A server of Node's with the engine's limits that answers through the engine, in batches. */
export function createHttpServer(engine: Engine): HttpServer {
  const { limits } = engine;
  const server = createServer({
    IncomingMessage: LazyIncomingMessage,
    connectionsCheckingInterval: limits.checkInterval,
    headersTimeout: limits.headersTimeout,
    highWaterMark: BUFFER,
    keepAliveTimeout: limits.keepAliveTimeout,
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestTimeout,
    requireHostHeader: false, // RequestHead asks for exactly one
  });
  server.maxHeadersCount = limits.headerCount + 1; // one more, so that none is dropped unnoticed
  server.maxConnections = limits.connections;
  const sockets = new Set<Socket>();
  const batch = new Batch((incoming, outgoing, waitsToGoOn) => {
    engine.answer(incoming, outgoing, waitsToGoOn);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Before Node's own listener, which ends our side too.
    socket.prependOnceListener('end', () => {
      batch.flush();
    });
  });
  const take = (incoming: LazyIncomingMessage, outgoing: ServerResponse, waits: boolean): void => {
    incoming.handOver();
    if (sockets.size > 1) batch.push(incoming, outgoing, waits);
    else engine.answer(incoming, outgoing, waits);
  };
  server.on('request', (incoming, outgoing) => {
    take(incoming, outgoing, false);
  });
  server.on('checkContinue', (incoming, outgoing) => {
    take(incoming, outgoing, true);
  });
  return { server, sockets };
}
