import type { Duplex } from 'node:stream';
import { upgradeTo } from '@mortise/base/upgrade';
import type { ResponseInterface } from '@mortise/http-message';
import { FrameEnds } from './frame-ends.js';
import { ProxyError } from './proxy-error.js';

/** A close frame with the code 1001, by which a server says that it goes away. @see RFC 6455 5.5.1, 7.4.1 */
const GOING_AWAY = Uint8Array.of(0x88, 2, 1001 >> 8, 1001 & 255);

/**
 * Returns the response to a handshake that the target accepted: the client's connection is joined to the target's, and
 * ends with it. When the server begins to close, the client gets a close frame after the frame that is being sent; its
 * reply tells the target.
 *
 * @param response has the target's headers, which are sent with the 101
 */
export function tunnelled(
  response: ResponseInterface,
  upstream: Duplex,
  closing: AbortSignal,
): ResponseInterface {
  return upgradeTo(response, 'websocket', ({ socket, rawHeaders }) => {
    const client = socket as Duplex;
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    }
    // The end of the request, which follows, destroys the other connection.
    client.on('error', () => undefined);
    upstream.on('close', () => client.destroy());
    client.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    client.pipe(upstream);
    passFrames(upstream, client, closing);
    if (upstream.destroyed) client.destroy();
  });
}

function passFrames(upstream: Duplex, client: Duplex, closing: AbortSignal): void {
  const frames = new FrameEnds();
  const goAway = (): void => {
    if (!frames.isBetween || client.writableEnded) return;
    if (frames.isClosed) client.end();
    else client.end(GOING_AWAY);
    upstream.resume();
  };
  upstream.on('data', (bytes: Uint8Array) => {
    if (client.writableEnded) return;
    const passed = frames.take(bytes, { untilEnd: closing.aborted });
    if (!client.write(bytes.subarray(0, passed))) upstream.pause();
    if (closing.aborted) goAway();
  });
  upstream.on('end', () => client.end());
  client.on('drain', () => upstream.resume());
  if (closing.aborted) goAway();
  else closing.addEventListener('abort', goAway, { once: true });
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
