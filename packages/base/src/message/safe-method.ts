import type { ServerRequestInterface } from '@mortise/http-message';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request's method is safe: both the method that the client sent and an overridden one are GET, HEAD or
 * OPTIONS. QUERY is not included, because its body can be large; forms cannot send it anyway.
 */
export function isSafeMethod(
  request: Pick<ServerRequestInterface, 'getMethod' | 'getServerParams'>,
): boolean {
  const received = request.getServerParams()['REQUEST_METHOD'] ?? request.getMethod();
  return SAFE.has(request.getMethod()) && SAFE.has(received);
}
