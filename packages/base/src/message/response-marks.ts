import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { NOT_STORED } from '../error-headers.js';
import { RESPONSE_MARKS, type ResponseMarks } from '../keys.js';
import { isThenable } from '../thenable.js';
import { withCacheMarks } from './cache-marks.js';
import { isResponse } from './is-response.js';

/**
 * Notes what the response to this request depends on. A layer marks the response that passes through it with
 * `withCacheMarks`; what it notes also holds for a response that does not: the application adds it to the response to an
 * error, and to one whose `Vary` or `Cache-Control` an outer layer has replaced. Marks of several layers are combined; of two
 * cookies with the same name, the last one is set.
 *
 * @param marks kept by reference
 */
export function markResponse(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  marks: ResponseMarks,
): void {
  const lifetime = request.getLifetime();
  const earlier = lifetime.getValue(RESPONSE_MARKS);
  if (earlier === marks) return;
  const all = earlier === undefined ? marks : sumOf(earlier, marks);
  lifetime.setValue(RESPONSE_MARKS, all);
}

/**
 * Adds the marks of {@link markResponse} to the response to an error.
 *
 * @returns the same response if there are no marks; a value that is not a response is returned unchanged
 */
export function withErrorMarks(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  response: Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  const marks = request.getLifetime().getValue(RESPONSE_MARKS);
  if (marks === undefined) return response;
  if (isThenable(response)) return response.then((late) => withErrorMarks(request, late));
  return isResponse(response) ? withMarks(response, marks) : response;
}

function withMarks(response: ResponseInterface, marks: ResponseMarks): ResponseInterface {
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

function sumOf(earlier: ResponseMarks, marks: ResponseMarks): ResponseMarks {
  const cookies = new Map([...(earlier.cookies ?? []), ...(marks.cookies ?? [])]);
  return {
    vary: [...new Set([...earlier.vary, ...marks.vary])],
    isPrivate: earlier.isPrivate || marks.isPrivate,
    ...(cookies.size > 0 && { cookies }),
  };
}
