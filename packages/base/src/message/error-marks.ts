import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';

/** What the response to an error depends on: see {@link markErrors}. */
export interface ErrorMarks {
  /** Names of request headers. */
  readonly vary: readonly string[];
  /** Whether it is of one user. */
  readonly isPrivate: boolean;
}

/** What {@link markErrors} has said; absent if nothing. */
export const ERROR_MARKS: AttributeKey<ErrorMarks> = 'mortise.error-marks';

/**
 * Says what an error of this request depends on, for layers that errors pass: what turns an error into a response outside of
 * them adds it. Marks of several layers add up.
 *
 * @param vary names of request headers, for `Vary`
 * @param isPrivate whether the response is of one user: it gets `Cache-Control: private, no-cache` unless it has that header
 */
export function markErrors(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  vary: readonly string[],
  isPrivate: boolean,
): void {
  const lifetime = request.getLifetime();
  const marks = lifetime.getValue(ERROR_MARKS);
  lifetime.setValue(ERROR_MARKS, {
    vary: [...(marks?.vary ?? []), ...vary],
    isPrivate: isPrivate || marks?.isPrivate === true,
  });
}
