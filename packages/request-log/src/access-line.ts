import { ROUTED } from '@mortise/base/keys';
import { completeStatus, loggedUri } from '@mortise/base/message';
import type { LogContext, RequestEnd, ServerRequestInterface } from '@mortise/http-message';
import { requestIdOf } from './request-id.js';
import { traceOf } from './trace-of.js';

/** The log line of one request. */
export interface AccessLine {
  /** `GET /books/7 200`: one line, whatever the client sent. */
  readonly message: string;
  readonly context: LogContext;
}

/** The facts of a log line besides the request. */
export interface AccessFacts {
  readonly end: Omit<RequestEnd, 'time'>;
  /** Milliseconds from the first layer to the end. */
  readonly duration: number;
  /** Whether the path is logged with its query, which can contain secrets. */
  readonly withQuery: boolean;
}

/**
 * Describes a request that has ended.
 *
 * `status` is from a complete response: `null` with `aborted: true` if nothing was sent, or if a
 * successful response was not completed.
 */
export function accessLine(
  request: ServerRequestInterface,
  { end, duration, withQuery }: AccessFacts,
): AccessLine {
  const method = request.getMethod();
  const uri = loggedUri(request);
  const query = withQuery ? uri.getQuery() : '';
  // The target of `OPTIONS *`, which has no path.
  const known = request.getRequestTarget() === '*' ? '*' : uri.getPath();
  const path = query === '' ? known : `${known}?${query}`;
  const status = completeStatus(end);
  const id = requestIdOf(request);
  const route = request.getLifetime().getValue(ROUTED)?.pattern ?? null;
  return {
    message: singleLine(`${method} ${path} ${status ?? 'aborted'}`),
    context: {
      method,
      path,
      ...(route !== null && { route }),
      status,
      bytes: end.bytes,
      ms: Math.round(duration * 1000) / 1000,
      ...(id !== null && { requestId: id }),
      ...traceOf(request),
      ...(status === null && { aborted: true }),
    },
  };
}

function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
