import { memberOf, statusOf } from '@mortise/base';
import { completeStatus } from '@mortise/base/message';
import type { RequestEnd } from '@mortise/http-message';

/** How a request ended, for spans and metrics. */
export interface RequestOutcome {
  /** As sent; `null` if nothing was sent, or a successful response was not completed. */
  readonly status: number | null;

  /** `error.type`: the code of the error or its class, otherwise the status; `null` if the request has not failed. */
  readonly errorType: string | null;

  /** The server error to record; `null` for client errors, such as a disconnection. */
  readonly exception: Error | null;
}

/** Codes and names of classes: any other text could be a series for each request. */
const TYPE = /^[a-z_$][\w$.-]{0,63}$/i;

/**
 * Returns how a request ended. Responses below 500 are not server failures.
 *
 * @param noted what `errorOf(request)` returns: the error that became the response
 * @see OpenTelemetry semantic conventions for HTTP spans, "Status" and `error.type`
 */
export function requestOutcome(
  end: Pick<RequestEnd, 'status' | 'error'>,
  noted: Error | null,
): RequestOutcome {
  const status = completeStatus(end);
  if (status !== null && status < 500) return { status, errorType: null, exception: null };
  const error = status === null ? end.error : (noted ?? end.error);
  return {
    status,
    errorType: typeOf(error) ?? String(status ?? '_OTHER'),
    exception: error instanceof Error && (statusOf(error) ?? 500) >= 500 ? error : null,
  };
}

function typeOf(error: unknown): string | null {
  for (const member of ['code', 'name'] as const) {
    const value = memberOf(error, member);
    if (typeof value === 'string' && TYPE.test(value)) return value;
  }
  return null;
}
