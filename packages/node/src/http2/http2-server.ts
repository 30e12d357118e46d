import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { Deadlines } from '../deadlines.js';
import type { ListenerCore } from '../listener/listener-core.js';
import { ReceivedRequest } from '../listener/received-request.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { ServerLimits } from '../server-limits.js';
import { sendError } from '../response/send-error.js';
import { detectHttp2 } from './http2-preface.js';
import { Http2Connection, Http2Connections, type OnStream } from './http2-connection.js';
import { Http2Request } from './http2-request.js';
import { headOf, refusalOf } from './http2-request-head.js';
import { Http2Response } from './http2-response.js';

/** Milliseconds until the shutdown begins: requests that arrive in this time are handled. */
const NOTICE = 25;

/**
 * Serves HTTP/2 on the connections of an HTTP/1.1 server.
 *
 * @param server accepts the connections, and serves those over HTTP/1.1. Over TLS, ALPN decides, otherwise the client's
 *   first bytes.
 * @returns a function that accepts no more requests, waits for running ones and closes the connections
 */
export function serveHttp2(server: Server, core: ListenerCore, secure: boolean): () => void {
  const http2 = serverWith(core.limits);
  const shared = new Http2Connections(core.limits, handlerOfStreams(core));
  const connections = new Set<Http2Connection>();
  divert(server, secure, core.limits.headersTimeout, (socket) => {
    // As in Node's own HTTP/2 server, a client that ends its side has disconnected.
    socket.allowHalfOpen = false;
    http2.once('session', (session: ServerHttp2Session) => {
      const connection = new Http2Connection(session, socket, shared);
      connections.add(connection);
      socket.once('close', () => connections.delete(connection));
      if (core.closing) endSoon(connection);
    });
    http2.emit('connection', socket);
  });
  return () => {
    connections.forEach(endSoon);
  };
}

/** Diverts the HTTP/2 connections of a server to `take`. */
function divert(
  server: Server,
  secure: boolean,
  timeout: number,
  take: (socket: Socket) => void,
): void {
  const event = secure ? 'secureConnection' : 'connection';
  const [http1] = server.listeners(event) as ((this: Server, socket: Socket) => void)[];
  if (http1 === undefined) return;
  server.off(event, http1);
  server.prependListener(event, (socket: Socket) => {
    const tell = (isHttp2: boolean): void => {
      if (isHttp2) take(socket);
      else http1.call(server, socket);
    };
    if (secure) tell('alpnProtocol' in socket && socket.alpnProtocol === 'h2');
    else detectHttp2(socket, timeout, tell);
  });
}

function handlerOfStreams(core: ListenerCore): OnStream {
  const requests = requestDeadlines(core.limits);
  return (stream, headers, rawHeaders) => {
    const incoming = new Http2Request(stream, headers, {}, rawHeaders);
    const outgoing = new Http2Response(stream);
    const refusal = refusalOf(incoming, headers);
    if (refusal !== 0) refuse(outgoing, refusal);
    else {
      if (incoming.hasBody) {
        const wait = requests.add(incoming);
        const arrived = (): void => {
          wait.end();
        };
        incoming.once('end', arrived).once('close', arrived);
      }
      // Node's HTTP/2 classes imitate those of HTTP/1.1; our subclasses correct the differences.
      new ReceivedRequest(
        core,
        incoming as unknown as IncomingMessage,
        outgoing as unknown as ServerResponse,
        headers.expect === undefined ? 'nothing' : 'continue',
      ).beginWith(headOf(incoming, core.limits));
    }
  };
}

function refuse(outgoing: Http2Response, status: number): void {
  sendError(outgoing as unknown as ServerResponse, status, []);
}

function endSoon(connection: Http2Connection): void {
  setTimeout(() => {
    connection.end();
  }, NOTICE);
}

function requestDeadlines({
  requestTimeout,
  checkInterval,
}: ServerLimits): Deadlines<Http2Request> {
  return new Deadlines<Http2Request>(requestTimeout, checkInterval, (incoming) => {
    const text = `The request did not arrive within ${requestTimeout} ms.`;
    incoming.destroy(new NodeAdapterError('BODY_TIMEOUT', text, 408));
  });
}

function serverWith(limits: ServerLimits): Http2Server {
  return createServer({
    // Twice the limit: Node resets a stream that exceeds this value, so the server could not respond with 431.
    maxHeaderListPairs: 2 * limits.headerCount + 8,
    // nghttp2 counts streams with invalid frames, which never reach this code. Node allows one more than this value.
    maxSessionInvalidFrames: Math.max(0, limits.streamErrors - 1),
    settings: {
      maxConcurrentStreams: limits.streamsPerConnection,
      maxHeaderListSize: limits.headerBytes,
    },
  });
}
