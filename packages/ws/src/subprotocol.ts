import type { MessageInterface } from '@mortise/http-message';
import { isToken, trimOws } from '@mortise/http-syntax';

/**
 * Reads `Sec-WebSocket-Protocol`.
 *
 * @returns in the client's order, empty if the header is absent; `null` if it is not a list of different tokens, such as
 *   an empty one
 * @see RFC 6455 4.1, 11.3.4
 */
export function offeredProtocols(
  request: Pick<MessageInterface, 'getHeaderLine' | 'hasHeader'>,
): readonly string[] | null {
  if (!request.hasHeader('Sec-WebSocket-Protocol')) return [];
  const line = request.getHeaderLine('Sec-WebSocket-Protocol');
  const names = line.split(',').map(trimOws);
  return names.every(isToken) && new Set(names).size === names.length ? names : null;
}

/**
 * Chooses the first of the server's subprotocols that the client offers.
 *
 * @returns `''` if there is none: the connection then has no subprotocol, and a browser that offered some closes it
 */
export function chosenProtocol(
  request: Pick<MessageInterface, 'getHeaderLine' | 'hasHeader'>,
  supported: readonly string[],
): string {
  if (supported.length === 0) return '';
  const offered = offeredProtocols(request) ?? [];
  return supported.find((name) => offered.includes(name)) ?? '';
}
