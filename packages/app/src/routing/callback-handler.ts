import { isPlainFunction } from '@mortise/base';
import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { type ContainerInterface, type LookUp, lookUp, orFailing } from '../container.js';
import { isPerRequest, resolveFor } from '../per-request.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteCallback, RouteInterface } from './contract.js';
import { isRequestHandler } from './invocation-strategy.js';
import type { Mistakes } from '../development/mistakes.js';
import type { Variant } from './variant.js';

/** Whether a value can be a callback. A name is resolved later, on the first request. */
export function isCallback(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    isPlainFunction(value) ||
    isPerRequest(value) ||
    isRequestHandler(value)
  );
}

interface Labeled {
  /** The name of the route in errors. */
  readonly label: string;
}

/** What the handler of a callback is created from. */
export interface CallbackOwner<T extends VariantTypes, R = RouteInterface<T>> {
  readonly variant: Pick<Variant<T>, 'lines'> & {
    toHandler(callback: T['callback'], route: R): RequestHandlerInterface;
  };
  readonly container: ContainerInterface | null;
  /** In development, finds mistakes in callbacks. */
  readonly mistakes: Mistakes | null;
}

/**
 * Creates the handler of a callback. A name is resolved once; if that fails, so does the handler, inside all layers. A
 * `perRequest` name is resolved on each request.
 */
export function callbackHandler<T extends VariantTypes, R>(
  { variant, container, mistakes }: CallbackOwner<T, R>,
  callback: T['callback'],
  route: NoInfer<R> & Labeled,
): RequestHandlerInterface {
  const toHandler = ({ callable, source }: Omit<LookUp, 'entry'>): RequestHandlerInterface =>
    variant.toHandler(
      mistakes !== null && isPlainFunction(callable)
        ? mistakes.ofCallback(callable as RouteCallback, () => route.label, source, variant.lines)
        : callable,
      route,
    );
  if (typeof callback === 'string')
    return orFailing(() => toHandler(lookUp(container, callback)), 'handle');
  if (!isPerRequest(callback)) return toHandler({ callable: callback, source: callback });
  const handlerFor = (request: ServerRequestInterface) =>
    toHandler(resolveFor(request, container, callback.name));
  return { handle: (request) => handlerFor(request).handle(request) };
}
