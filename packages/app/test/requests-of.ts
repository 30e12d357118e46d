import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';

type Headers = Readonly<Record<string, string>>;

/** Requests by hand, over one implementation of the messages. */
export function requestsOf(factories: HttpFactoriesInterface) {
  const request = (method: string, path: string, headers: Headers = {}): ServerRequestInterface =>
    Object.entries(headers).reduce(
      (made, [name, value]) => made.withHeader(name, value),
      factories.createServerRequest(method, `http://example.test${path}`),
    );
  return { request, get: (path: string, headers?: Headers) => request('GET', path, headers) };
}
