import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Returns the id of the last event that the browser has received, when it reconnects.
 *
 * @returns `null` for a first connection, and for an id with NUL; untrusted text: check it before use
 * @see HTML, 9.2.4 Last-Event-ID
 */
export function lastEventId(request: Pick<ServerRequestInterface, 'getHeaderLine'>): string | null {
  const value = request.getHeaderLine('Last-Event-ID');
  if (value === '') return null;
  // A header has one character for each byte, and browsers send UTF-8.
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  const id = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return id.includes('\0') ? null : id;
}
