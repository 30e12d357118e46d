import { withoutStack } from '@mortise/base';
import { writeText } from '@mortise/base/message';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { NearRoute, UnroutedResult } from './contract.js';
import { errorFacts } from './error-facts.js';
import type { HttpException } from './http-exception.js';
import {
  HttpBadRequestException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
} from './exceptions-by-status.js';
import type { ConstantResponse, Negotiation, RegisteredRenderer } from './negotiation.js';

/**
 * Creates the exception for a request without a route. It has no stack, because it belongs to no place in
 * the code.
 *
 * @param nearRoutes finds the routes that almost matched; called if details are displayed
 */
export function unroutedError(
  request: ServerRequestInterface,
  result: UnroutedResult,
  nearRoutes: () => readonly NearRoute[],
): HttpException {
  return withoutStack(() => {
    switch (result.kind) {
      case 'not-found':
        return notFound(request, nearRoutes);
      case 'method-not-allowed':
        return new HttpMethodNotAllowedException(request).setAllowedMethods(result.allowed);
      case 'bad-path':
        return new HttpBadRequestException(
          request,
          'The path contains NUL, a backslash, a broken escape, or bytes that are not UTF-8.',
        );
    }
  });
}

function notFound(
  request: ServerRequestInterface,
  nearRoutes: () => readonly NearRoute[],
): HttpNotFoundException {
  const error = new HttpNotFoundException(request);
  error.nearRoutes = nearRoutes;
  return error;
}

/** Creates the response to `OPTIONS` for a path that has routes for other methods: not an error (RFC 9110 9.3.7). */
export function optionsResponse(
  factories: HttpFactoriesInterface,
  allowed: readonly string[],
): ResponseInterface {
  return factories.createResponse(204).withHeader('Allow', allowed.join(', '));
}

/**
 * Creates the response to a request without a route, without an exception: the body is the same for all
 * requests of one kind and format.
 *
 * @param exception called for the first response of each kind and format
 * @returns `null` if the format has a custom renderer, which reads the exception
 */
export function constantResponse(
  request: ServerRequestInterface,
  result: UnroutedResult,
  exception: () => HttpException,
  parts: ResponseParts,
): ResponseInterface | null {
  const chosen = parts.negotiation.choose(request);
  const { constants } = chosen;
  if (constants === null) return null;
  const { empty, text } = (constants[result.kind] ??= constantOf(exception(), chosen, parts));
  const body = parts.factories.createStream();
  writeText(body, text);
  const response = empty.withBody(body);
  return result.kind === 'method-not-allowed'
    ? response.withHeader('Allow', result.allowed.join(', '))
    : response;
}

interface ResponseParts {
  readonly factories: HttpFactoriesInterface;
  readonly negotiation: Negotiation;
}

function constantOf(
  error: HttpException,
  chosen: RegisteredRenderer,
  { factories, negotiation }: ResponseParts,
): ConstantResponse {
  const facts = errorFacts(error);
  return {
    empty: negotiation.describe(factories.createResponse(facts.status), chosen),
    text: chosen.render(error, false, facts),
  };
}
