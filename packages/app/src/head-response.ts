import { isThenable } from '@mortise/base';
import { isBodilessStatus } from '@mortise/base/message';
import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** Whether a request is `HEAD`; `false` if reading its method fails, because the failure determines the response. */
function isHead(request: ServerRequestInterface): boolean {
  try {
    return request.getMethod() === 'HEAD';
  } catch {
    return false;
  }
}

/** The attribute of a HEAD request that a mounted application gets. */
const MOUNTED = 'mortise.mounted';

/** Lets a mounted application keep the body of its response to `HEAD`: layers around the mount see what they see for `GET`. */
export function withBodyKept(request: ServerRequestInterface): ServerRequestInterface {
  return isHead(request) ? request.withAttribute(MOUNTED, true) : request;
}

/** Whether the application itself drops the body of its response. */
export function dropsBody(request: ServerRequestInterface): boolean {
  return isHead(request) && request.getAttribute(MOUNTED) !== true;
}

/**
 * Returns the response to `HEAD`: the headers without the body, which is closed if it is not in memory. They have the
 * length that adapters send with the response to `GET` (RFC 9110 8.6), where it is known.
 */
export function withoutBody(
  response: Awaitable<ResponseInterface>,
  factories: HttpFactoriesInterface,
): Awaitable<ResponseInterface> {
  if (isThenable(response)) return response.then((late) => withoutBody(late, factories));
  const body = response.getBody();
  if (body.getSize() === 0) return response;
  if (body.isSeekable()) body.rewind();
  const isInMemory = body.inMemory() !== null;
  const size = body.getSize();
  const length = size === null ? null : size - body.tell();
  if (!isInMemory) body.close();
  const bare = response.withBody(factories.createStream());
  // A declared length is sent with a stream; that of an in-memory body is measured.
  const isDeclared = !isInMemory && /^\d+$/.test(response.getHeaderLine('Content-Length'));
  if (length === null || isDeclared || isBodilessStatus(response.getStatusCode())) return bare;
  return bare.withHeader('Content-Length', String(length));
}
