import { withoutStack } from '@mortise/base';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { withHead } from '@mortise/router';
import type { UnroutedResult } from '../errors/contract.js';
import type { AnswerUnrouted } from '../errors/error-responder.js';
import type { HttpException } from '../exceptions/http-exception.js';
import {
  HttpBadRequestException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  type NearRoute,
} from '../exceptions/exceptions-by-status.js';
import { nearRoutes } from '../development/near-routes.js';
import { resultCheck } from '../result-check.js';
import { keepRouted } from '../errors/error-response.js';
import { inTime } from '../handler-time.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteList } from './route-list.js';
import type { Match } from './match.js';

/**
 * Responds to an unmatched request during routing.
 *
 * @param answerUnrouted creates the response of outer layers; `null` if they must see the exception
 * @throws {HttpException} if `answerUnrouted` is `null`
 */
export function withoutRoute<T extends VariantTypes>(
  routes: RouteList<T>,
  { unrouted }: Match<T>,
  request: ServerRequestInterface,
  answerUnrouted: AnswerUnrouted | null,
): Awaitable<ResponseInterface> {
  const { variant, notFound, factories } = routes;
  let result = unrouted ?? { kind: 'not-found' as const };
  // `OPTIONS *` is about the server, not about a path (RFC 9110 9.3.7): there is nothing to find.
  if (isAboutServer(request) && variant.unrouted === undefined)
    return factories.createResponse(204);
  if (result.kind === 'not-found' && notFound !== null) {
    return keepRouted(request, () => notFound.handle(request));
  }
  const exception = (): HttpException =>
    withoutStack(() => exceptionFor(request, result, () => nearRoutes(routes, request)));
  if (variant.unrouted !== undefined) {
    const check = resultCheck('the variant, for a request without a route,', factories);
    const handle = () =>
      variant.unrouted?.(request, result, exception) as Awaitable<ResponseInterface>;
    return keepRouted(request, () => inTime({ handle }, check).handle(request));
  }
  if (result.kind === 'method-not-allowed') {
    const allowed = withHead(result.allowed);
    // `OPTIONS` is not an error (RFC 9110 9.3.7).
    if (request.getMethod() === 'OPTIONS') {
      return factories.createResponse(204).withHeader('Allow', allowed.join(', '));
    }
    result = { kind: result.kind, allowed };
  }
  if (answerUnrouted === null) throw exception();
  return answerUnrouted(request, result, exception);
}

function isAboutServer(request: ServerRequestInterface): boolean {
  return request.getMethod() === 'OPTIONS' && request.getRequestTarget() === '*';
}

/** Creates the exception. It needs no stack, because no place in the code caused it. */
function exceptionFor(
  request: ServerRequestInterface,
  result: UnroutedResult,
  nearRoutes: () => readonly NearRoute[],
): HttpException {
  switch (result.kind) {
    case 'not-found':
      return Object.assign(new HttpNotFoundException(request), { nearRoutes });
    case 'method-not-allowed':
      return new HttpMethodNotAllowedException(request).setAllowedMethods(result.allowed);
    case 'bad-path':
      return new HttpBadRequestException(
        request,
        'The path contains NUL, a backslash, an invalid escape, or bytes that are not UTF-8.',
      );
  }
}
