import type { ServerRequestInterface } from '@mortise/http-message';
import { ERROR_MARKS, type ErrorMarks } from '../keys.js';

/**
 * Says what an error of this request depends on, for layers that errors pass: what turns an error into a response outside of
 * them adds it. Marks of several layers add up.
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

function sumOf(earlier: ErrorMarks, marks: ErrorMarks): ErrorMarks {
  return {
    vary: [...earlier.vary, ...marks.vary],
    isPrivate: earlier.isPrivate || marks.isPrivate,
  };
}
