import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FetchHandler } from '../src/index.js';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';

const servers: Server[] = [];

/** Serves a fetch handler over a real socket, as a platform does. @returns its port */
export async function listening(fetchHandler: FetchHandler<readonly unknown[]>): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, fetchHandler);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends all servers and their connections. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetchHandler: FetchHandler<readonly unknown[]>,
): Promise<void> {
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const request = new Request('http://a/', { method: 'POST', body, duplex: 'half' });
  const length = incoming.headers['content-length'];
  if (length !== undefined) request.headers.set('Content-Length', length);
  const response = await fetchHandler(request);
  outgoing.writeHead(response.status, { Connection: 'close' });
  outgoing.end(await response.text());
}

/** An upload in parts of ten bytes. */
export class Upload {
  readonly #socket: Socket;
  readonly #response: Promise<string>;
  closed = false;

  readonly #isChunked: boolean;

  /** @param length what `Content-Length` declares; `null` for a chunked body */
  constructor(port: number, length: number | null = null) {
    this.#isChunked = length === null;
    const framing = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8');
    this.#socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`);
    let text = '';
    this.#response = new Promise((resolve) => {
      this.#socket.on('data', (part) => (text += String(part)));
      this.#socket.on('error', () => undefined);
      this.#socket.on('close', () => {
        this.closed = true;
        resolve(text);
      });
    });
  }

  /** @returns `false`: it has not ended */
  send(): false {
    this.#socket.write(this.#isChunked ? 'a\r\n0123456789\r\n' : '0123456789');
    return false;
  }

  end(): void {
    this.#socket.write('0\r\n\r\n');
  }

  /** Closes the connection, however much has been sent. */
  disconnect(): void {
    this.#socket.destroy();
  }

  /** Status and body, when the connection has closed. */
  async response(): Promise<readonly [status: number, body: string]> {
    const text = await waitForEvent('the connection to close', this.#response);
    const [head = '', ...body] = text.split('\r\n\r\n');
    return [Number(head.split(' ')[1]), body.join('').replaceAll(/^\w+\r\n|\r\n.*$/g, '')];
  }
}
