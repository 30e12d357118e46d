import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { NOT_STORED } from '../error-headers.js';
import { ERROR_MARKS, type ErrorMarks } from '../keys.js';
import { isThenable } from '../thenable.js';
import { withCacheMarks } from './cache-marks.js';
import { isResponse } from './is-response.js';

/**
 * Records what the response to an error of this request depends on, for middleware that errors pass through: the outer
 * layer that turns the error into a response adds the marks. Marks of several layers are combined; of two cookies with the
 * same name, the last one is set.
 *
 * @param marks kept by reference
 */
export function markErrors(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  marks: ErrorMarks,
): void {
  const lifetime = request.getLifetime();
  const earlier = lifetime.getValue(ERROR_MARKS);
  const all = earlier === undefined ? marks : sumOf(earlier, marks);
  lifetime.setValue(ERROR_MARKS, all);
}

/**
 * Adds the marks of {@link markErrors} to the response to an error.
 *
 * @returns the same response if there are no marks; a value that is not a response is returned unchanged
 */
export function withErrorMarks(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  response: Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  const marks = request.getLifetime().getValue(ERROR_MARKS);
  if (marks === undefined) return response;
  if (isThenable(response)) return response.then((late) => withErrorMarks(request, late));
  return isResponse(response) ? withMarks(response, marks) : response;
}

function withMarks(response: ResponseInterface, marks: ErrorMarks): ResponseInterface {
  const marked = withCacheMarks(response, marks);
  if (marks.cookies === undefined) return marked;
  const own = marked.getHeader('Set-Cookie');
  // A cookie that the response sets itself, as an error handler with a session of its own does, is newer.
  const cookies = [...marks.cookies].filter(
    ([name]) => !own.some((line) => line.startsWith(`${name}=`)),
  );
  if (cookies.length === 0) return marked;
  return cookies.reduce(
    (made, [, cookie]) => made.withAddedHeader('Set-Cookie', cookie),
    marked.withHeader('Cache-Control', NOT_STORED),
  );
}

function sumOf(earlier: ErrorMarks, marks: ErrorMarks): ErrorMarks {
  const cookies = new Map([...(earlier.cookies ?? []), ...(marks.cookies ?? [])]);
  return {
    vary: [...earlier.vary, ...marks.vary],
    isPrivate: earlier.isPrivate || marks.isPrivate,
    ...(cookies.size > 0 && { cookies }),
  };
}
