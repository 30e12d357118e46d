import { insideLayer, isInsideLayer, type LayerMark } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { RateLimitState } from './rate-limit-state.js';
import type { ReportingLimiter } from './store-limiter.js';

/** A request after it was counted. */
export interface CountedRequest {
  /** The states of the policies in which this layer has counted the request. */
  readonly states: readonly RateLimitState[];
  /** The request for the handler: layers inside do not count it again in these policies. */
  readonly inner: ServerRequestInterface;
}

/**
 * Counts a request, except in policies in which an outer layer has counted it with the same key and cost. The target is
 * that of the client even below a mount: a request that a handler makes for another one, such as for a part of a batch,
 * is counted.
 *
 * @param report called for store errors that do not change the decision
 */
export async function countRequest(
  limiter: ReportingLimiter,
  request: ServerRequestInterface,
  key: string,
  cost: number,
  report: (error: unknown) => void,
): Promise<CountedRequest> {
  const target = request.getRequestTarget();
  const marks: LayerMark[] = [];
  const isDue = (count: LayerMark): boolean => {
    const mark = ['rateLimit', target, ...count, key, cost];
    if (isInsideLayer(request, mark)) return false;
    marks.push(mark);
    return true;
  };
  const states = await limiter.consume(key, cost, report, isDue);
  return { states, inner: insideLayer(request, ...marks) };
}
