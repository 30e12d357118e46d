import type { Duplex } from 'node:stream';
import { upgradeTo } from '@mortise/base/upgrade';
import type { ResponseInterface } from '@mortise/http-message';

/**
 * Returns the response to a handshake that the target accepted: the connection of the client is joined with that to the
 * target, and ends with it.
 *
 * @param response has the headers of the target, which are sent with the 101
 */
export function tunnelled(response: ResponseInterface, upstream: Duplex): ResponseInterface {
  return upgradeTo(response, 'websocket', ({ socket, rawHeaders }) => {
    const client = socket as Duplex;
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    }
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    client.pipe(upstream).pipe(client);
    if (upstream.destroyed) client.destroy();
  });
}
