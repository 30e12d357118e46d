import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';

/** A connection of the client, which keeps what it receives. */
export interface OpenClient {
  readonly socket: WebSocket;
  /** Of the response with the status 101. */
  readonly headers: IncomingHttpHeaders;
  /** In order; binary ones as bytes. */
  readonly messages: (string | Uint8Array)[];
  /** Code and reason. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
}

/** A response that is not an upgrade. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Opens a WebSocket, or gives the response that refuses it. */
export function openClient(
  url: string,
  path: string,
  options: ClientOptions & { readonly protocols?: string[] } = {},
): Promise<OpenClient | Refusal> {
  const { protocols = [], ...rest } = options;
  const socket = new WebSocket(url.replace('http', 'ws') + path, protocols, rest);
  const messages: (string | Uint8Array)[] = [];
  let headers: IncomingHttpHeaders = {};
  socket.on('message', (data: Buffer, isBinary) => {
    messages.push(isBinary ? new Uint8Array(data) : data.toString());
  });
  socket.on('upgrade', (response) => {
    ({ headers } = response);
  });
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve([code, reason.toString()]);
    });
  });
  const opening = new Promise<OpenClient | Refusal>((resolve, reject) => {
    socket.on('open', () => {
      resolve({ socket, headers, messages, closed });
    });
    socket.on('unexpected-response', (_, response: IncomingMessage) => {
      textOf(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    });
    socket.on('error', reject);
  });
  return waitForEvent(`a response to ${path}`, opening);
}

/** {@link openClient} for a connection that has to open. */
export async function opened(...client: Parameters<typeof openClient>): Promise<OpenClient> {
  const result = await openClient(...client);
  if ('socket' in result) return result;
  throw new Error(`refused with ${result.status}: ${result.body}`);
}

/** {@link openClient} for a connection that must not open. */
export async function refused(...client: Parameters<typeof openClient>): Promise<Refusal> {
  const result = await openClient(...client);
  if ('status' in result) return result;
  throw new Error('the connection was opened');
}

/** Sends messages, and waits for as many. */
export async function exchange(
  client: OpenClient,
  ...sent: readonly (string | Uint8Array)[]
): Promise<readonly (string | Uint8Array)[]> {
  const { socket, messages } = client;
  const count = messages.length + sent.length;
  for (const message of sent) socket.send(message);
  const receiving = async (): Promise<void> => {
    while (messages.length < count) await once(socket, 'message');
  };
  await waitForEvent('messages', receiving());
  return messages.slice(count - sent.length);
}

/** A connection that has opened a WebSocket, and reads and sends bytes. */
export interface RawClient {
  readonly socket: Socket;
  /** What followed the headers of the response, so far. */
  readonly received: () => Buffer;
  /** Settles when the server has closed the connection. */
  readonly ended: Promise<void>;
}

/** The headers of a handshake with the key of RFC 6455 1.3. */
export const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
} as const;

/** The text of a handshake. */
export function handshake(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries({ Host: 'h.test', ...HANDSHAKE, ...headers });
  return `GET ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Opens a WebSocket on a socket, for bytes that no client of a library sends. */
export async function rawClient(port: number, path = '/'): Promise<RawClient & { head: string }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const whole = (): Buffer => Buffer.concat(chunks);
  const endOfHead = (): number => whole().indexOf('\r\n\r\n') + 4;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      resolve();
    });
  });
  socket.write(handshake(path));
  const opening = async (): Promise<void> => {
    while (endOfHead() < 4) await once(socket, 'data');
  };
  await waitForEvent('the response', opening());
  const head = whole().subarray(0, endOfHead()).toString('latin1');
  return { socket, head, ended, received: () => whole().subarray(head.length) };
}

/** Sends bytes, and gives what the server sends until it closes the connection, or until the text `end`. */
export async function rawUntil(
  port: number,
  bytes: Uint8Array | string,
  end: string | null = null,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let text = '';
  const receiving = async (): Promise<void> => {
    for await (const chunk of socket) {
      text += (chunk as Buffer).toString('latin1');
      if (end !== null && text.includes(end)) return;
    }
  };
  await waitForEvent('the end of the response', receiving());
  socket.destroy();
  return text;
}

/** A frame of the client (RFC 6455 5.2), masked with zeros. @param opcode 1 text, 2 binary, 8 close, 9 ping */
export function frame(payload: Uint8Array | string, opcode = 1): Buffer {
  const bytes = Buffer.from(payload);
  const length =
    bytes.length < 126
      ? [0x80 | bytes.length]
      : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), bytes]);
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
}
