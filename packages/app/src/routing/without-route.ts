import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { withHead } from '@mortise/router';
import type { AnswerUnrouted, NearRoute } from '../errors/contract.js';
import type { HttpException } from '../errors/http-exception.js';
import { optionsResponse, unroutedError } from '../errors/unrouted.js';
import { resultCheck } from '../result-check.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteList } from './route-list.js';
import type { RouteMatch } from './route-match.js';

/**
 * Responds to a request without a route, at the place of routing.
 *
 * @param answer that of the layers outside; `null` if they have to see the exception
 * @throws {HttpException} if `answer` is `null`
 */
export function withoutRoute<T extends VariantTypes>(
  routes: RouteList<T>,
  { unrouted }: RouteMatch<T>,
  request: ServerRequestInterface,
  answer: AnswerUnrouted | null,
): Awaitable<ResponseInterface> {
  const { variant, notFound, factories } = routes;
  let result = unrouted ?? { kind: 'not-found' as const };
  if (result.kind === 'not-found' && notFound !== null) return notFound.handle(request);
  const exception = (): HttpException =>
    unroutedError(request, result, () => nearRoutes(routes, request));
  if (variant.unrouted !== undefined) {
    const check = resultCheck('the variant, for a request without a route,', factories);
    return check(variant.unrouted(request, result, exception), request);
  }
  if (result.kind === 'method-not-allowed') {
    const allowed = withHead(result.allowed);
    if (request.getMethod() === 'OPTIONS') return optionsResponse(factories, allowed);
    result = { kind: result.kind, allowed };
  }
  if (answer === null) throw exception();
  return answer(request, result, exception);
}

/** Returns every route with the reason why it does not match: those that share most of the path first. */
function nearRoutes<T extends VariantTypes>(
  routes: RouteList<T>,
  request: ServerRequestInterface,
): readonly NearRoute[] {
  const path = request.getUri().getPath();
  return routes
    .explain(request.getMethod(), path)
    .map(({ route: { methods, pattern }, reason }) => ({ methods, pattern, reason }))
    .sort((one, other) => inCommon(other.pattern, path) - inCommon(one.pattern, path));
}

/** Returns the length of the common prefix of two texts. */
function inCommon(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
