import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';

/** What a server answered to bytes. */
export interface RawResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends bytes on a connection of its own and reads until the server closes it.
 *
 * @param close whether the client ends its side after the bytes
 */
export async function rawExchange(
  port: number,
  bytes: string | Uint8Array,
  { close = false } = {},
): Promise<RawResponse> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await waitForEvent('a connection', once(socket, 'connect'));
  socket.write(bytes);
  if (close) socket.end();
  const received = await waitForEvent('the server to close the connection', text(socket));
  socket.destroy();
  const [head = '', ...rest] = received.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body: rest.join('\r\n\r\n') };
}
