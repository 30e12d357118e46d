import { isThenable } from '@mortise/base';
import { isBodilessStatus, remainingSize, withUnknownLength } from '@mortise/base/message';
import { parseContentLength } from '@mortise/http-syntax';
import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/**
 * Whether a request is `HEAD`; `false` if reading its method fails, because that failure already determines the
 * response.
 */
function isHead(request: ServerRequestInterface): boolean {
  try {
    return request.getMethod() === 'HEAD';
  } catch {
    return false;
  }
}

/** The attribute that marks a HEAD request passed to a mounted application. */
const MOUNTED = 'mortise.mounted';

/**
 * Lets a mounted application keep the body of its response to `HEAD`, so that layers around the mount see the same as
 * for `GET`.
 */
export function withBodyKept(request: ServerRequestInterface): ServerRequestInterface {
  return isHead(request) ? request.withAttribute(MOUNTED, true) : request;
}

/** Whether the application itself drops the body of its response. */
export function dropsBody(request: ServerRequestInterface): boolean {
  return isHead(request) && request.getAttribute(MOUNTED) !== true;
}

/**
 * Removes the body from the response to `HEAD`, and closes it if it is not in memory. `Content-Length` is set to the
 * length that adapters send for `GET`, if it is known (RFC 9110 8.6); adapters add that of an empty body.
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
  const length = remainingSize(body);
  if (!isInMemory) body.close();
  const bare = response.withBody(factories.createStream());
  if (isBodilessStatus(response.getStatusCode())) return bare;
  // Adapters send the declared length of a stream, but measure the length of an in-memory body.
  const isDeclared = parseContentLength(response.getHeaderLine('Content-Length')) !== null;
  if (isDeclared && !isInMemory) return bare;
  return length === null
    ? withUnknownLength(bare.withoutHeader('Content-Length'), factories)
    : bare.withHeader('Content-Length', String(length));
}
