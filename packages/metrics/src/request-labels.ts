import { completeStatus, isStandardMethod } from '@mortise/base/message';
import type { RequestEnd } from '@mortise/http-message';

/** The labels of a request. None is a string that the client chose. */
export interface RequestLabels {
  /** `OTHER` for methods outside RFC 9110 9, RFC 5789 (PATCH) and RFC 10008 (QUERY). */
  readonly method: string;

  /** The route's pattern; `(none)` for 404, 405 and malformed paths. */
  readonly route: string;

  /** `2xx` to `5xx`, `1xx` for an upgrade; `aborted` if nothing was sent, or a successful response was not completed. */
  readonly status_class: string;
}

/**
 * Returns the labels of a request that has ended.
 *
 * @param method as received
 * @param pattern the route's; `null` without one
 * @param end the end as the lifetime reports it
 */
export function requestLabels(
  method: string,
  pattern: string | null,
  end: Pick<RequestEnd, 'status' | 'error'>,
): RequestLabels {
  const status = completeStatus(end);
  return {
    method: isStandardMethod(method) ? method : 'OTHER',
    route: pattern ?? '(none)',
    status_class: status === null ? 'aborted' : `${Math.trunc(status / 100)}xx`,
  };
}
