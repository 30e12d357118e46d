import type { StreamInterface } from '@mortise/http-message';

const noted = new WeakSet<StreamInterface>();

/** Notes a body of unknown size of which more than the limit was read. */
export function noteExceeding(body: StreamInterface): void {
  noted.add(body);
}

/** Whether a body is larger than the limit for parsed bodies. */
export function exceeds(body: StreamInterface, limit: number): boolean {
  const size = body.getSize();
  return size === null ? noted.has(body) : !(size <= limit);
}
