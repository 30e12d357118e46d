import type {
  Awaitable,
  CookieParams,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { isThenable, type Variant, type VariantServices } from '@mortise/app';
import { VariantARequest } from './request/variant-a-request.js';
import { decorateResponse } from './response/variant-a-response.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
import type { VariantA } from './variant-a-types.js';

/**
 * Answers a request of one's own by the routes of the application, with the middleware of the route
 * and its groups but without that of the application. Errors pass as they are.
 *
 * @param path within the application
 * @param query without `?`
 * @param body as it would come over the wire
 * @param response handed to the route, to begin with
 */
export type SubRequest = (
  method: string,
  path: string,
  query?: string,
  headers?: Readonly<Record<string, string | readonly string[]>>,
  cookies?: CookieParams,
  body?: string,
  response?: ResponseInterface,
) => Awaitable<VariantAResponseInterface>;

/** What sub-requests need of their application. */
export interface SubRequestParts {
  readonly services: VariantServices;
  readonly variant: Variant<VariantA>;
  readonly basePath: string;
}

/** Sub-requests of one application. */
export function subRequester({ services, variant, basePath }: SubRequestParts): SubRequest {
  const { factories, routeRunner } = services;
  return (method, path, query = '', headers = {}, cookies = {}, body = '', response) => {
    const uri = factories.createUri().withPath(path).withBasePath(basePath).withQuery(query);
    let request: ServerRequestInterface = factories
      .createServerRequest(method, uri)
      .withCookieParams(cookies)
      .withBody(factories.createStream(body));
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const answer = andThen(variant.prepare?.(request) ?? request, (ready) =>
      routeRunner.handle(
        response !== undefined && ready instanceof VariantARequest
          ? VariantARequest.withResponse(ready, response)
          : ready,
      ),
    );
    return andThen(answer, (done) => decorateResponse(done, factories));
  };
}

/** What follows on a value, at once when the value is there. */
function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isThenable(value) ? value.then(next) : next(value);
}
