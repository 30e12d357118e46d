import type { ServerRequestInterface } from '@mortise/http-message';
import { RECEIVED_PATH } from '../symbols.js';

/** A request that can give its path without making a URI. */
export interface ReceivedRequest extends ServerRequestInterface {
  [RECEIVED_PATH](): string | null;
}

/**
 * Reads the path of a request as the client sent it: what its URI has, before characters are escaped there that a
 * path may not hold. Their canonical forms are the same.
 *
 * @returns `null` if only the URI tells: a layer replaced it, or the application is mounted below a path
 * @throws {MessageErrorInterface} what reading the URI throws
 */
export function receivedPath(request: ServerRequestInterface): string | null {
  return RECEIVED_PATH in request ? (request as ReceivedRequest)[RECEIVED_PATH]() : null;
}
