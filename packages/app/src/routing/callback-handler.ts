import { nameOfClass } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type ContainerInterface, resolve } from '../container.js';
import { isPerRequest, resolveFor } from '../per-request.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteInterface } from './contract.js';
import { isRequestHandler } from './invocation-strategy.js';
import type { RoutedHandler } from './route-context.js';
import type { Variant } from './variant.js';

/** Whether a value can be a callback; a name is resolved with the first request. */
export function isCallback(value: unknown): boolean {
  if (typeof value === 'function') return nameOfClass(value) === null;
  return typeof value === 'string' || isPerRequest(value) || isRequestHandler(value);
}

/** What the handler of a callback is created with. */
export interface CallbackOwner<T extends VariantTypes> {
  readonly variant: Variant<T>;
  readonly container: ContainerInterface | null;
}

/** Creates the handler of a callback: a name is resolved once, `perRequest` with each request. */
export function callbackHandler<T extends VariantTypes>(
  { variant, container }: CallbackOwner<T>,
  callback: T['callback'],
  route: RouteInterface<T>,
): RoutedHandler {
  if (!isPerRequest(callback)) {
    const resolved = typeof callback === 'string' ? resolve(container, callback) : callback;
    return variant.toHandler(resolved, route);
  }
  const handlerFor = (request: ServerRequestInterface) =>
    variant.toHandler(resolveFor(request, container, callback.name), route);
  return { handle: (request, context) => handlerFor(request).handle(request, context) };
}
