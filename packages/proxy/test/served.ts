import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type RequestOptions,
} from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ErrorEvent, HttpFactoriesInterface } from '@mortise/http-message';
import { createApp, serve, type ServeOptions, type ServerHandle } from 'mortise';
import { proxy, type ProxyOptions } from '../src/index.js';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';

const open: (() => unknown)[] = [];

/** For `afterEach`. */
export async function closeServers(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

/** Starts the server that requests are forwarded to. @returns its URL */
export async function upstream(listener: RequestListener): Promise<string> {
  return listening(createHttpServer(listener));
}

/** Starts a server of bytes. @param converse called with the head of each request */
export async function rawUpstream(
  converse: (socket: Socket, head: string) => void,
): Promise<string> {
  return listening(
    createServer((socket) => {
      let head = '';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        head += bytes.toString('latin1');
        if (!head.includes('\r\n\r\n')) return;
        converse(socket, head);
        head = '';
      });
    }),
  );
}

/** Starts any server on a free port, with its connections closed at the end of the test. */
export async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server with a proxy for all paths, and what its `onError` received. */
export interface Served extends ServerHandle {
  readonly errors: readonly (readonly [error: unknown, event: ErrorEvent])[];
}

/** Serves a proxy for every path and method. */
export async function served(
  options: ProxyOptions,
  factories?: HttpFactoriesInterface,
  serveOptions: Partial<ServeOptions> = {},
): Promise<Served> {
  const app = createApp({
    logger: { error: () => undefined, info: () => undefined },
    errors: { format: 'problem' },
    ...(factories && { factories }),
  });
  const handler = proxy(options);
  app.any('/{path:.*}', (received) => handler.handle(received), {
    body: false,
    escapedSlashes: true,
  });
  const errors: [unknown, ErrorEvent][] = [];
  const server = await serve(app, {
    ...{ port: 0, closeTimeout: 500 },
    onError: (error, event) => void errors.push([error, event]),
    ...serveOptions,
  });
  open.push(async () => {
    await server.close();
    await handler.close();
  });
  return Object.assign(server, { errors });
}

/** A response as a client received it. */
export interface Received {
  readonly status: number;
  readonly reason: string;
  /** Alternating names and values. */
  readonly raw: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The code of the error that cut the body; `''` if it is whole. */
  readonly cut: string;
}

/**
 * Sends a request on a connection of its own.
 *
 * @param onBody called for each part of the body of the response
 */
export async function send(
  url: string,
  path: string,
  { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
  onBody: () => void = () => undefined,
): Promise<Received> {
  const { hostname: host, port } = new URL(url);
  const sent = request({ host, port, path, agent: false, ...options });
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = (await waitForEvent('a response', once(sent, 'response'))) as [
    IncomingMessage,
  ];
  const chunks: Buffer[] = [];
  let cut = '';
  response.on('error', (error: NodeJS.ErrnoException) => (cut = error.code ?? error.message));
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    onBody();
  });
  await waitForEvent(
    'the end of a response',
    new Promise((resolve) => response.on('close', resolve)),
  );
  return {
    status: response.statusCode ?? 0,
    reason: response.statusMessage ?? '',
    raw: response.rawHeaders,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('latin1'),
    cut,
  };
}

/** The code of a problem. */
export function codeOf({ body }: Received): unknown {
  return (JSON.parse(body) as { code?: unknown }).code;
}
