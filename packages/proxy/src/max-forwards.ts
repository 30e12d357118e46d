import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Returns how many servers a request may still pass: it limits OPTIONS and TRACE alone.
 *
 * @returns 0 if this server must respond itself; `null` for no limit
 * @see RFC 9110 7.6.2
 */
export function maxForwards(request: ServerRequestInterface): number | null {
  const method = request.getMethod();
  if (method !== 'OPTIONS' && method !== 'TRACE') return null;
  const value = request.getHeaderLine('Max-Forwards');
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}
