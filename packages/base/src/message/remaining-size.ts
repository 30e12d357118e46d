import type { StreamInterface } from '@mortise/http-message';

/**
 * Returns the bytes that an adapter sends of a body: all of one that can be sought in, because adapters rewind it;
 * otherwise those that have not been read.
 *
 * @returns `null` if the size is unknown, as that of a closed body is
 */
export function remainingSize(body: StreamInterface): number | null {
  const size = body.getSize();
  return size === null || body.isSeekable() ? size : size - body.tell();
}
