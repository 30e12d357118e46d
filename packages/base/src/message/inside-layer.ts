import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';

/** What a layer does once for a request, such as claiming a key. Marks are equal if all their elements are identical. */
export type LayerMark = readonly unknown[];

/** An attribute and not a value of the lifetime: only the handler of a layer runs inside it. */
const MARKS: AttributeKey<readonly LayerMark[]> = 'mortise.layer-marks';

/** Whether an outer layer has passed the request on with an equal mark: it has already done what the mark stands for. */
export function isInsideLayer(request: ServerRequestInterface, mark: LayerMark): boolean {
  const outer = request.getAttribute(MARKS) ?? [];
  return outer.some(
    (other) => other.length === mark.length && other.every((value, at) => value === mark[at]),
  );
}

/** Returns the request for the handler of a layer with these marks; the request itself if there are none. */
export function insideLayer(
  request: ServerRequestInterface,
  ...marks: readonly LayerMark[]
): ServerRequestInterface {
  if (marks.length === 0) return request;
  return request.withAttribute(MARKS, [...(request.getAttribute(MARKS) ?? []), ...marks]);
}
