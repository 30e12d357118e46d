import { ERROR_MARKS, isResponse } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { addVary } from '@mortise/http-syntax';

/** Adds what `markErrors` of base has said to the response to an error; the same response without marks. */
export function withErrorMarks(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  response: ResponseInterface,
): ResponseInterface {
  const marks = request.getLifetime().getValue(ERROR_MARKS);
  // The outer layer reports a value that is not a response.
  if (marks === undefined || !isResponse(response)) return response;
  const varied = response.withHeader(
    'Vary',
    marks.vary.reduce(addVary, response.getHeaderLine('Vary')),
  );
  return !marks.isPrivate || response.hasHeader('Cache-Control')
    ? varied
    : varied.withHeader('Cache-Control', 'private, no-cache');
}
