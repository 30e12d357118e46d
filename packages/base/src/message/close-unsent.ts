import type { StreamInterface } from '@mortise/http-message';

/**
 * Closes the body of a response that is not sent, which cancels its source. A body in memory stays open, because a
 * handler can return the same response for every request.
 */
export function closeUnsent(body: StreamInterface): void {
  if (!isInMemory(body)) body.close();
}

function isInMemory(body: StreamInterface): boolean {
  try {
    return body.inMemory() !== null;
  } catch {
    return false; // a body that would take over the connection
  }
}
