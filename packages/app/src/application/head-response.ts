import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** Whether a request is `HEAD`; `false` if reading its method fails, because the failure determines the response. */
export function isHead(request: ServerRequestInterface): boolean {
  try {
    return request.getMethod() === 'HEAD';
  } catch {
    return false;
  }
}

/** Returns the response to `HEAD`: the headers without the body, which is closed if it is not in memory. */
export function withoutBody(
  response: ResponseInterface,
  factories: HttpFactoriesInterface,
): ResponseInterface {
  const body = response.getBody();
  if (body.getSize() === 0) return response;
  if (body.inMemory() === null) body.close();
  return response.withBody(factories.createStream());
}
