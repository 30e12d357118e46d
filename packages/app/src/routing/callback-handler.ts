import { isPlainFunction } from '@mortise/base';
import type { RequestHandlerInterface } from '@mortise/http-message';
import { type LookUp, lookUp, orFailing } from '../container.js';
import { isPerRequest, resolveFor } from '../per-request.js';
import type { LayerOwner } from '../middleware/layer-stack.js';
import type { VariantLines } from '../misuse/variant-lines.js';
import type { RouteCallback } from './contract.js';
import { isRequestHandler } from './invocation-strategy.js';

/** Whether a value can be a callback. A name is resolved later, on the first request. */
export function isCallback(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    isPlainFunction(value) ||
    isPerRequest(value) ||
    isRequestHandler(value)
  );
}

/**
 * Creates the handler of a callback. A name is resolved once; if that fails, so does the handler, inside all layers. A
 * `perRequest` name is resolved on each request.
 *
 * @param label the name of its route, for errors
 * @param convert creates the handler of what a name refers to, or of the callback itself
 * @param lines the suggestions for the callback; default: those of variant B
 */
export function callbackHandler(
  { container, mistakes }: Pick<LayerOwner, 'container' | 'mistakes'>,
  callback: unknown,
  label: () => string,
  convert: (callable: unknown) => RequestHandlerInterface,
  lines?: VariantLines,
): RequestHandlerInterface {
  const toHandler = ({ callable, source }: Omit<LookUp, 'entry'>): RequestHandlerInterface =>
    convert(
      mistakes !== null && isPlainFunction(callable)
        ? mistakes.ofCallback(callable as RouteCallback, label, source, lines)
        : callable,
    );
  if (typeof callback === 'string')
    return orFailing(() => toHandler(lookUp(container, callback)), 'handle');
  if (!isPerRequest(callback)) return toHandler({ callable: callback, source: callback });
  return {
    handle: (request) => toHandler(resolveFor(request, container, callback.name)).handle(request),
  };
}
