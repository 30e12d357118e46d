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
 * Bytes that a connection buffers in each direction before backpressure applies. With Node's 16 KiB, every chunk of a
 * stream would wait for the previous one. A stalled reader costs at most this much memory, unless a Node stream is
 * sent.
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
 * @param Message the class of the requests
 * @throws {OptionError} `OPTION_INVALID` for an unusable key or certificate
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
    // Before Node's own listener, which also ends the server's side: responses that are still waiting would be lost.
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
  // Like `server.on('request', ...)`, but notices other listeners.
  listenAlone(server, (incoming, outgoing) => {
    const expects = incoming.expects ?? 'nothing';
    // If other code sees the request, it must not wait: that code may measure it, or end its context when the listener
    // returns. A client that waits for `100 Continue` must not wait for other requests either.
    const isAlone =
      sockets.size === 1 || expects !== 'nothing' || incoming.isSeen || !isPlain(server);
    core.turns.begin(receive(incoming, outgoing, expects), isAlone);
  });
  // Node emits this event instead of `request`, which monitoring agents watch, and before which they enter a context.
  server.on('checkContinue', (incoming, outgoing) => {
    incoming.expects = 'continue';
    server.emit('request', incoming, outgoing);
  });
  // Responds instead of Node, whose response this package does not count: the connection would never become idle.
  server.on('checkExpectation', (incoming, outgoing) => {
    const request = receive(incoming, outgoing, 'unknown');
    core.turns.flush(); // handles earlier requests first: this response is the connection's last one
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
    keepAliveTimeout: 0, // replaced by idleConnections
    maxHeaderSize: limits.headerBytes + 1, // Node refuses this exact size too; 0 is its default
    requestTimeout: limits.requestTimeout,
    requireHostHeader: false, // RequestHead requires exactly one
  };
  const handshakeTimeout = limits.headersTimeout;
  const server =
    tls === null
      ? createServer(options)
      : await secureServer({ handshakeTimeout, ...tls, ...options });
  server.maxHeadersCount = limits.headerCount + 1; // one more, for RequestHead: Node drops the rest silently
  server.maxConnections = limits.connections || -1; // Node 20 treats 0 as no limit
  return server;
}

/** The error omits the received value, which contains a private key. */
const TLS_EXPECTED = 'a matching key and certificate';

/** Loads TLS on demand: Node's module adds 4 ms to the start-up, and 0.3 MB. */
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
