import type { ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { hasBodyOfGet } from '../message/body-of-get.js';
import { remainingSize } from '../message/remaining-size.js';

/**
 * Returns the `Content-Length` that an adapter sends: that of an in-memory body is measured; a stream has that of the
 * response, otherwise its rest. 204 has none, 205 has an empty body, and 304 and HEAD can have that of the response to
 * GET.
 *
 * @param head the request if its method is HEAD; otherwise `null`
 * @param declared the valid `Content-Length` of the response; -1 if there is none
 * @returns -1 if there is none
 * @see RFC 9110 8.6, 15.3.6
 */
export function sentLength(
  status: number,
  head: Pick<ServerRequestInterface, 'getMethod' | 'getLifetime'> | null,
  declared: number,
  body: StreamInterface,
): number {
  if (status === 204) return -1;
  if (status === 205) return 0;
  if (status === 304) return declared;
  const size = remainingSize(body) ?? -1;
  if (body.inMemory() === null) return declared === -1 ? size : declared;
  if (head === null || size > 0) return size;
  return declared === -1 && hasBodyOfGet(head) ? 0 : declared;
}
