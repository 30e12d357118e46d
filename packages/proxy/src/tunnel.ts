import type { Duplex } from 'node:stream';
import { upgradeTo } from '@mortise/base/upgrade';
import type { ResponseInterface } from '@mortise/http-message';
import { ProxyError } from './proxy-error.js';

/**
 * Returns the response to a handshake that the target accepted: the client's connection is joined to the target's, and
 * ends with it.
 *
 * @param response has the target's headers, which are sent with the 101
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

/**
 * Refuses a 101 of the target that names a protocol other than the one that was requested, or none.
 *
 * @param fields alternating names and values
 * @throws {ProxyError} `UPSTREAM_FAILED`
 * @see RFC 9110 7.8
 */
export function refuseOtherProtocol(fields: readonly string[]): void {
  const names = fields.filter((_, at) => fields[at - (at % 2)]?.toLowerCase() === 'upgrade');
  if (names.length === 2 && names[1]?.trim().toLowerCase() === 'websocket') return;
  throw ProxyError.upstream(new Error('the target switched to a protocol other than websocket'));
}
