import { isThenable } from '@mortise/base';
import { ERROR_MARKS, type ErrorMarks } from '@mortise/base/keys';
import { isResponse } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { addVary } from '@mortise/http-syntax';

/** Adds what `markErrors` of base has said to the response to an error; the same response without marks. */
export function withErrorMarks(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  response: Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  const marks = request.getLifetime().getValue(ERROR_MARKS);
  if (marks === undefined) return response;
  return isThenable(response)
    ? response.then((late) => marked(late, marks))
    : marked(response, marks);
}

function marked(response: ResponseInterface, { vary, isPrivate }: ErrorMarks): ResponseInterface {
  // The outer layer reports a value that is not a response.
  if (!isResponse(response)) return response;
  const varied = response.withHeader('Vary', vary.reduce(addVary, response.getHeaderLine('Vary')));
  return !isPrivate || response.hasHeader('Cache-Control')
    ? varied
    : varied.withHeader('Cache-Control', 'private, no-cache');
}
