import { UNPARSED_BODY } from '@mortise/base/keys';
import { parserStateOf } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { EndpointBodyError } from '../endpoint-body-error.js';
import { EndpointError } from '../endpoint-error.js';

/**
 * Returns the parsed body of a request; `undefined` if the request has no body.
 *
 * @throws {EndpointBodyError} `BODY_UNREADABLE` if a body parser has read the body, but it is not an object or a list
 * @throws {EndpointError} `BODY_NOT_PARSED` if no body parser has read it
 */
export function parsedBody(request: ServerRequestInterface): object | undefined {
  const parsed = request.getParsedBody();
  if (parsed !== null) return parsed;
  const body = request.getBody();
  if (body.getSize() === 0) return undefined;
  // A body parser removes this listener when it runs.
  const unparsed = typeof request.getLifetime().getValue(UNPARSED_BODY) === 'function';
  const bytes = unparsed ? null : body.inMemory();
  const type = request.getHeaderLine('Content-Type');
  if (bytes === null) throw EndpointError.bodyNotParsed(type, parserStateOf(request) === 'refused');
  if (bytes.length > 0) throw EndpointBodyError.unreadable(type);
  return undefined;
}
