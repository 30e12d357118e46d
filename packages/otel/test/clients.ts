import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import { WebSocket } from 'ws';

/** A request of the tests. */
export interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  /** The client disconnects once the handler waits. */
  readonly aborted?: boolean;
}

/** Sends a request, and settles when its response has ended, whether well or not. */
export type Send = (
  url: string,
  ask: Ask,
  headers: Readonly<Record<string, string>>,
  waits: () => Promise<void>,
) => Promise<void>;

export const overHttp1: Send = async (
  url,
  { path, method = 'GET', body, aborted },
  headers,
  waits,
) => {
  const request: ClientRequest = httpRequest(url + path, { method, headers, agent: false });
  const closed = new Promise((resolve) => request.on('close', resolve));
  request.on('error', () => undefined);
  request.on('response', (incoming: IncomingMessage) => {
    incoming.on('error', () => undefined).resume();
  });
  request.end(body);
  if (aborted === true) {
    await waits();
    request.destroy();
  }
  await closed;
};

export const overHttp2: Send = async (url, { path, method = 'GET', aborted }, headers, waits) => {
  const client = connect(url);
  const stream = client.request({ ':path': path, ':method': method, ...headers });
  const closed = new Promise((resolve) => stream.on('close', resolve));
  stream.on('error', () => undefined).resume();
  stream.end();
  if (aborted === true) {
    await waits();
    stream.close(8);
  }
  await closed;
  client.close();
};

/** Sends one message over a WebSocket, and closes it after the reply. */
export async function talk(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, { headers });
  await once(socket, 'open');
  socket.send('hello');
  await once(socket, 'message');
  socket.close();
  await once(socket, 'close');
}
