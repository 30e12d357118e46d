import { TRACE_ID } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseTraceparent, type TraceParent } from './traceparent.js';

/** Returns the ids of a request's trace: from its span, otherwise from its `traceparent`. */
export function traceOf(request: ServerRequestInterface): Partial<TraceParent> {
  const traceId = request.getLifetime().getValue(TRACE_ID);
  const received = parseTraceparent(request.getHeaderLine('traceparent'));
  if (traceId === undefined) return received ?? {};
  return received?.traceId === traceId ? received : { traceId };
}
