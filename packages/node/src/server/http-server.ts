import { OptionError } from '@mortise/base/options';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';
import { isPlain, listenAlone } from '../fast/plain-server.js';
import type { ListenerCore } from '../listener/listener-core.js';
import { type Expectation, ReceivedRequest } from '../listener/received-request.js';
import type { ServerLimits } from '../server-limits.js';
import { connectionOf } from '../connection/connection.js';
import { idleConnections } from '../connection/idle-connections.js';
import { refuseMalformed } from '../connection/malformed-requests.js';
import { expectResponse } from '../connection/pending-responses.js';
import { openSockets } from '../connection/open-sockets.js';

/**
 * Bytes that a connection buffers each way before backpressure applies. With Node's 16 KiB
 * every chunk of a stream waits for the previous one; this is the maximum cost of a stalled reader, unless a Node
 * stream is sent.
 */
const BUFFER = 256 * 1024;

/** A server, its listener, and its open connections. */
export interface HttpServer {
  readonly core: ListenerCore;
  readonly server: Server<typeof LazyIncomingMessage>;
  readonly sockets: ReadonlySet<Socket>;
}

/**
 * Creates a Node server with the core's limits that passes each request to the core's handler.
 *
 * @param tls for HTTPS; `null` for HTTP
 * @param Message the class of requests
 * @throws {OptionError} `OPTION_INVALID` for a key or a certificate that cannot be used
 */
export async function createHttpServer(
  core: ListenerCore,
  tls: TlsOptions | null,
  Message: typeof LazyIncomingMessage,
): Promise<HttpServer> {
  const server = await serverWith(core.limits, tls, Message);
  refuseMalformed(server, core.lingering);
  const sockets = openSockets(server, tls !== null, (socket) => {
    connectionOf(socket).keepAlive = core.keepAliveOf(socket);
    watchIdle();
    // Runs before Node's own listener, which also ends the server's side: a response collected now would be lost.
    socket.prependOnceListener('end', () => {
      core.turns.flush();
    });
  });
  const watchIdle = idleConnections(sockets, core.limits);
  const receive = (
    incoming: LazyIncomingMessage,
    outgoing: ServerResponse,
    expects?: Expectation,
  ): ReceivedRequest => {
    incoming.handOver();
    expectResponse(outgoing);
    return new ReceivedRequest(core, incoming, outgoing, expects);
  };
  // `server.on('request', ...)`, which notices other listeners.
  listenAlone(server, (incoming, outgoing) => {
    // Code that sees requests may measure them, or end its context when the listener returns.
    const isAlone = sockets.size === 1 || incoming.isSeen || !isPlain(server);
    core.turns.begin(receive(incoming, outgoing), isAlone);
  });
  // A client that waits for `100 Continue` does not wait for the others of its turn.
  server.on('checkContinue', (incoming, outgoing) => {
    receive(incoming, outgoing, 'continue').begin();
  });
  // Node's own response would not count as one: its connection would never be idle.
  server.on('checkExpectation', (incoming, outgoing) => {
    const request = receive(incoming, outgoing, 'unknown');
    core.turns.flush(); // the requests before it: its response is the last one of the connection
    request.begin();
  });
  return { core, server, sockets };
}

async function serverWith(
  limits: ServerLimits,
  tls: TlsOptions | null,
  Message: typeof LazyIncomingMessage,
): Promise<HttpServer['server']> {
  const options = {
    IncomingMessage: Message,
    connectionsCheckingInterval: limits.checkInterval,
    headersTimeout: limits.headersTimeout,
    highWaterMark: BUFFER,
    keepAliveTimeout: 0, // ours: idleConnections
    maxHeaderSize: limits.headerBytes + 1, // Node refuses this size itself, and replaces 0 with its default
    requestTimeout: limits.requestTimeout,
    requireHostHeader: false, // RequestHead requires exactly one
  };
  const handshakeTimeout = limits.headersTimeout;
  const server =
    tls === null
      ? createServer(options)
      : await secureServer({ handshakeTimeout, ...tls, ...options });
  server.maxHeadersCount = limits.headerCount + 1; // one more, so that none is dropped silently
  server.maxConnections = limits.connections || -1; // 0 means no limit in Node 20
  return server;
}

/** Without the value, which contains a private key. */
const TLS_EXPECTED = 'a matching key and certificate';

/** Loaded on demand: Node's TLS takes 4 ms of start-up, and 0.3 MB. */
async function secureServer(
  options: ServerOptions<typeof LazyIncomingMessage>,
): Promise<HttpServer['server']> {
  const { createServer: createSecureServer } = await import('node:https');
  try {
    return createSecureServer(options);
  } catch (cause) {
    const problem = `invalid serve.tls: ${(cause as Error).message}`;
    const error = new OptionError('serve.tls', undefined, TLS_EXPECTED, problem);
    throw Object.assign(error, { cause });
  }
}
