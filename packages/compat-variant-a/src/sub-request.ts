import type {
  Awaitable,
  CookieParams,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { isThenable, type VariantServices } from '@mortise/app';
import { asVariantA, rulesOf } from './request/decorate-request.js';
import { VariantARequest } from './request/variant-a-request.js';
import { decorateResponse } from './response/variant-a-response.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';

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

/** Sub-requests of one application. */
export function subRequester({ factories, routeRunner }: VariantServices): SubRequest {
  const rules = rulesOf({});
  return (method, path, query = '', headers = {}, cookies = {}, body = '', response) => {
    const uri = factories.createUri().withPath(path).withQuery(query);
    let request: ServerRequestInterface = factories
      .createServerRequest(method, uri)
      .withCookieParams(cookies)
      .withBody(factories.createStream(body));
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const decorated = asVariantA(request, rules);
    const answer = routeRunner.handle(
      response === undefined ? decorated : VariantARequest.withResponse(decorated, response),
    );
    return isThenable(answer)
      ? answer.then((late) => decorateResponse(late, factories))
      : decorateResponse(answer, factories);
  };
}
