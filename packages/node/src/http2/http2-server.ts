import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server, Socket } from 'node:net';
import { Deadlines } from '../deadlines.js';
import type { ListenerCore } from '../listener/listener-core.js';
import { NodeAdapterError } from '../errors.js';
import type { ServerLimits } from '../limits.js';
import { RequestHead } from '../request/request-head.js';
import { sendError } from '../response/send-error.js';
import { detectHttp2 } from './http2-preface.js';
import { Http2Connection, Http2Connections } from './http2-connection.js';
import { Http2Request } from './http2-request.js';
import { Http2Response } from './http2-response.js';

/** Milliseconds until the shutdown begins: requests that arrive in this time are handled. */
const NOTICE = 25;

/** Serves HTTP/2 on the connections of a server for HTTP/1.1. */
export class Http2Adapter {
  readonly #http2: Http2Server;
  readonly #core: ListenerCore;
  readonly #connections = new Set<Http2Connection>();
  readonly #shared: Http2Connections;
  readonly #requests: Deadlines<Http2Request>;

  /**
   * @param server accepts the connections, and keeps those that begin with HTTP/1.1. Over TLS the
   *   client chooses by ALPN, otherwise by its first bytes.
   */
  constructor(server: Server, core: ListenerCore, secure: boolean) {
    this.#core = core;
    const { limits } = core;
    this.#shared = new Http2Connections(limits, (stream, headers, rawHeaders) => {
      this.#onStream(stream, headers, rawHeaders);
    });
    this.#requests = requestDeadlines(limits);
    this.#http2 = serverWith(limits);
    this.#divert(server, secure);
  }

  /** Accepts no more requests, waits for running ones and closes. */
  end(): void {
    for (const connection of this.#connections) endSoon(connection);
  }

  #divert(server: Server, secure: boolean): void {
    const event = secure ? 'secureConnection' : 'connection';
    const [http1] = server.listeners(event) as ((this: Server, socket: Socket) => void)[];
    if (http1 === undefined) return;
    server.off(event, http1);
    server.prependListener(event, (socket: Socket) => {
      const tell = (isHttp2: boolean): void => {
        if (isHttp2) this.#take(socket);
        else http1.call(server, socket);
      };
      if (secure) tell('alpnProtocol' in socket && socket.alpnProtocol === 'h2');
      else detectHttp2(socket, this.#core.limits.headersTimeout, tell);
    });
  }

  #take(socket: Socket): void {
    // As in Node's own HTTP/2 server: a client that ends its side has disconnected.
    socket.allowHalfOpen = false;
    this.#http2.once('session', (session: ServerHttp2Session) => {
      const connection = new Http2Connection(session, socket, this.#shared);
      this.#connections.add(connection);
      socket.once('close', () => this.#connections.delete(connection));
      if (this.#core.closing) endSoon(connection);
    });
    this.#http2.emit('connection', socket);
  }

  #onStream(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): void {
    const incoming = new Http2Request(stream, headers, {}, rawHeaders);
    const outgoing = new Http2Response(stream);
    const { expect = '100-continue' } = headers;
    if (incoming.method === 'CONNECT') refuse(outgoing, 501);
    else if (expect !== '100-continue') refuse(outgoing, 417);
    else this.#answer(incoming, outgoing, headers.expect !== undefined);
  }

  #answer(incoming: Http2Request, outgoing: Http2Response, waitsToGoOn: boolean): void {
    const { limits } = this.#core;
    const head = new RequestHead(incoming.rawHeaders, incoming.url, true, limits);
    if (head.status === 0 && incoming.headBytes > limits.headerBytes) head.status = 431;
    // A body of unknown length corresponds to a chunked body of HTTP/1.1.
    if (incoming.hasBody && head.contentLength < 0) head.encoded = true;
    if (incoming.hasBody) {
      const wait = this.#requests.add(incoming);
      const arrived = (): void => {
        wait.end();
      };
      incoming.once('end', arrived).once('close', arrived);
    }
    // Node's HTTP/2 classes imitate those of HTTP/1.1; our subclasses correct the differences.
    this.#core.answerHead(
      head,
      incoming as unknown as IncomingMessage,
      outgoing as unknown as ServerResponse,
      waitsToGoOn,
    );
  }
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
    const text = `the request did not arrive within ${requestTimeout} ms`;
    incoming.destroy(new NodeAdapterError('BODY_TIMEOUT', text, 408));
  });
}

function serverWith(limits: ServerLimits): Http2Server {
  return createServer({
    // Twice the limit: Node resets a stream that exceeds this value, so the server could not respond with 431.
    maxHeaderListPairs: 2 * limits.headerCount + 8,
    // Counted by nghttp2: streams that never reach this code. Node allows one more than this value.
    maxSessionInvalidFrames: Math.max(0, limits.streamErrors - 1),
    settings: {
      maxConcurrentStreams: limits.streamsPerConnection,
      maxHeaderListSize: limits.headerBytes,
    },
  });
}
