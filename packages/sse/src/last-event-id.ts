import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Returns the id of the last event that the client has received: the header `Last-Event-ID`, which a browser sends when it
 * reconnects, or else the query parameter `lastEventId`, in which a page says for its first connection what it shows.
 *
 * @returns `null` if there is none, and for an id with NUL; untrusted text: check it before use
 * @see HTML, 9.2.4 Last-Event-ID
 */
export function lastEventId(
  request: Pick<ServerRequestInterface, 'getHeaderLine' | 'getQueryParams'>,
): string | null {
  const value = request.getHeaderLine('Last-Event-ID');
  // A header has one character for each byte, and browsers send UTF-8.
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  const id = value === '' ? request.getQueryParams()['lastEventId'] : decoder.decode(bytes);
  return typeof id === 'string' && id !== '' && !id.includes('\0') ? id : null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
