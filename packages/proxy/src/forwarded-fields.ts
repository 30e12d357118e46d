import { remoteAddress, requestScheme } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

/** Which headers tell the target who the client is. */
export type ForwardedKind = 'forwarded' | 'x-forwarded' | false;

/** Whether a header tells a server who the client is: what a client claims itself is never passed on. */
export function isClaim(name: string): boolean {
  return name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');
}

/**
 * Returns the headers that tell the target the client's address, scheme and host, as this application's server knows
 * them. Behind another proxy, the server must trust that proxy (`trustProxy`).
 *
 * @returns alternating names and values; `[]` for `false`
 * @see RFC 7239
 */
export function forwardedFields(request: ServerRequestInterface, kind: ForwardedKind): string[] {
  if (kind === false) return [];
  const address = remoteAddress(request) ?? '';
  const scheme = requestScheme(request);
  const host = hostOf(request);
  if (kind === 'forwarded') {
    const named = host === '' ? '' : `;host="${host}"`;
    return ['Forwarded', `for=${nodeOf(address)}${named};proto=${scheme}`];
  }
  const fields = ['X-Forwarded-Proto', scheme];
  if (host !== '') fields.push('X-Forwarded-Host', host);
  if (address !== '') fields.push('X-Forwarded-For', address);
  return fields;
}

function hostOf(request: ServerRequestInterface): string {
  const uri = request.getUri();
  const port = uri.getPort();
  return port === null ? uri.getHost() : `${uri.getHost()}:${port}`;
}

/** RFC 7239 6: an IPv6 address is quoted, in brackets. */
function nodeOf(address: string): string {
  if (address === '') return 'unknown';
  return address.includes(':') ? `"[${address}]"` : address;
}
