import type { IncomingMessage } from 'node:http';

/**
 * Returns the scheme that a request names, in lower case: `:scheme` over HTTP/2, otherwise that of an absolute target.
 *
 * @param target as received
 * @returns `''` if it names none
 */
export function schemeOf(message: IncomingMessage & { scheme?: string }, target: string): string {
  const scheme =
    message.httpVersionMajor > 1 ? message.scheme : /^[^/?#:]+(?=:\/\/)/.exec(target)?.[0];
  return scheme?.toLowerCase() ?? '';
}
