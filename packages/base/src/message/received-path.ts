import type { ServerRequestInterface } from '@mortise/http-message';
import { RECEIVED_PATH } from '../symbols.js';

/** A request that can return its path without creating a URI. */
export interface ReceivedRequest extends ServerRequestInterface {
  [RECEIVED_PATH](): string | null;
}

/**
 * Returns the path of a request as the client sent it, before its URI escapes characters that are invalid in a path.
 * Both have the same canonical form.
 *
 * @returns `null` if it must be read from the URI: middleware has replaced the URI, the application is mounted below a
 *   path, or the target is not a path
 * @throws {MessageErrorInterface} the same errors as `getUri`
 */
export function receivedPath(request: ServerRequestInterface): string | null {
  return RECEIVED_PATH in request ? (request as ReceivedRequest)[RECEIVED_PATH]() : null;
}
