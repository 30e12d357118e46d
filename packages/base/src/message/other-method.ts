import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseFactoryInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { brand, CodedError } from '../coded-error.js';
import { statusOf } from '../error-members.js';
import { ROUTED } from '../keys.js';
import { HTTP_ERROR } from '../symbols.js';
import { isThenable } from '../thenable.js';
import { closeUnsent } from './close-unsent.js';

const ALLOW = 'GET, HEAD';

/** A layer serves the path of the request, but only for `GET` and `HEAD`. It implements `HttpErrorInterface`. */
export class MethodNotAllowedError extends CodedError<'METHOD_NOT_ALLOWED'> {
  readonly status = 405;
  readonly headers: Readonly<Record<string, string>> = { Allow: ALLOW };

  static {
    brand(this, '@mortise/base/MethodNotAllowedError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** What a layer knows about the path of a request. */
export interface ReadOnlyResource {
  /** Creates the response to `OPTIONS`. */
  readonly factories: () => Pick<ResponseFactoryInterface, 'createResponse'>;
  /** Whether the layer serves the path; called only for a path without a route. */
  readonly exists: () => Awaitable<boolean>;
}

/**
 * Passes on a request with a method other than `GET` and `HEAD`, which the application can serve. If it has no route for
 * the path either, the response is that of a resource that can only be read: a 204 with `Allow` for `OPTIONS`, otherwise
 * a 405.
 *
 * @throws {MethodNotAllowedError} as a rejection
 * @see RFC 9110 15.5.6
 */
export function otherMethod(
  request: ServerRequestInterface,
  handler: RequestHandlerInterface,
  resource: ReadOnlyResource,
): Awaitable<ResponseInterface> {
  const replaced = async (response: ResponseInterface): Promise<ResponseInterface> => {
    if (!(await resource.exists())) return response;
    closeUnsent(response.getBody());
    return readOnly(request, resource);
  };
  const seen = (response: ResponseInterface): Awaitable<ResponseInterface> =>
    response.getStatusCode() === 404 && isUnrouted(request) ? replaced(response) : response;
  const failed = async (error: unknown): Promise<ResponseInterface> => {
    if (statusOf(error) === 404 && isUnrouted(request) && (await resource.exists())) {
      return readOnly(request, resource);
    }
    throw error;
  };
  let response: Awaitable<ResponseInterface>;
  try {
    response = handler.handle(request);
  } catch (error) {
    return failed(error);
  }
  return isThenable(response) ? response.then(seen, failed) : seen(response);
}

function isUnrouted(request: ServerRequestInterface): boolean {
  return request.getLifetime().getValue(ROUTED)?.outcome === 'not-found';
}

function readOnly(
  request: ServerRequestInterface,
  { factories }: ReadOnlyResource,
): ResponseInterface {
  if (request.getMethod() === 'OPTIONS') {
    return factories().createResponse(204).withHeader('Allow', ALLOW);
  }
  throw new MethodNotAllowedError('METHOD_NOT_ALLOWED', 'This path supports only GET and HEAD.');
}
