import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message';

/** A request by hand: `GET` of a path, unless more is said. */
export function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  factories: HttpFactoriesInterface = defaultFactories,
): ServerRequestInterface {
  return request('GET', path, headers, factories);
}

export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  factories: HttpFactoriesInterface = defaultFactories,
): ServerRequestInterface {
  return Object.entries(headers).reduce(
    (made, [name, value]) => made.withHeader(name, value),
    factories.createServerRequest(method, `http://example.test${path}`),
  );
}
