import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { Http2Request } from '../src/http2/http2-request.js';
import { Http2Response } from '../src/http2/http2-response.js';
import { StreamSocket } from '../src/http2/stream-socket.js';
import { client } from './http2-client.js';
import { FrameWire, request } from './http2-wire.js';
import { waitForEvent } from './wait-for.js';

/** A request over HTTP/2 as Node hands it to a server, before this package has seen it. */
export interface Arrived {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
}

const servers: Http2Server[] = [];
const wires: FrameWire[] = [];

/** A server of `node:http2` alone: what a test makes of its connections and streams is up to it. */
export async function bareHttp2() {
  const server = createServer();
  servers.push(server);
  const sockets: Socket[] = [];
  const sessions: ServerHttp2Session[] = [];
  const streams: Arrived[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.on('session', (session) => {
    sessions.push(session);
    session.on('stream', ((stream, headers, _flags, rawHeaders) => {
      stream.on('error', () => undefined);
      streams.push({ stream, headers, rawHeaders });
      server.emit('arrived');
    }) as (...arrived: [ServerHttp2Stream, IncomingHttpHeaders, number, string[]]) => void);
  });
  server.listen(0, '127.0.0.1');
  await waitForEvent('the server to listen', once(server, 'listening'));
  const { port } = server.address() as AddressInfo;
  let taken = 0;
  /** The next request, in the order in which they arrive. */
  const next = async (): Promise<Arrived> => {
    if (streams.length <= taken) await waitForEvent('a request', once(server, 'arrived'));
    return streams[taken++] as Arrived;
  };
  return { port, url: `http://127.0.0.1:${port}`, sockets, sessions, next };
}

/** For `afterEach`. */
export function closeBareHttp2(): void {
  for (const wire of wires.splice(0)) wire.destroy();
  for (const server of servers.splice(0)) server.close();
}

/** A request of a client that has arrived, and its response, as the core gets them. */
export async function arrivedExchange(headers: OutgoingHttpHeaders = {}, endStream = true) {
  const bare = await bareHttp2();
  const asked = client(bare.url).request(headers, { endStream });
  asked.on('error', () => undefined);
  return { asked, ...(await exchangeOf(bare)) };
}

/** The same of a POST over a connection that sends single frames: its body has not ended. */
export async function arrivedPost() {
  const bare = await bareHttp2();
  const wire = new FrameWire(bare.port).headers(1, 0, ...request('POST'));
  wires.push(wire);
  return { wire, ...(await exchangeOf(bare)) };
}

async function exchangeOf({ next, sockets }: Awaited<ReturnType<typeof bareHttp2>>) {
  const { stream, headers, rawHeaders } = await next();
  const socket = new StreamSocket(stream, sockets[0] as Socket);
  const request = new Http2Request(stream, headers, {}, rawHeaders);
  return { stream, socket, request, response: new Http2Response(stream) };
}
