import { quote } from '@mortise/base';
import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';
import { type ContainerInterface, type LookUp, lookUp } from './container.js';

/** A container name that is resolved for each request; see {@link perRequest}. */
export interface PerRequest {
  /** Like a plain name: `'name'`, `'name:method'`. */
  readonly name: string;
  readonly isPerRequest: true;
}

/**
 * Names a handler or middleware that the container creates for each request, so that the object can keep the request in a
 * field, like a Slim action. A plain name is resolved once, and its object serves all requests concurrently.
 *
 *     app.get('/users/{id}', perRequest('ViewUserAction:invoke'));
 *
 * The container must create a new entry on each `get`: if two requests get the same object, the second one fails with
 * `CONTAINER_ENTRY_SHARED`.
 *
 * @throws {AppError} `CALLBACK_INVALID` for a class, an instance or anything else that is not a name
 */
export function perRequest(name: string): PerRequest {
  if (typeof name !== 'string') {
    const message = `invalid perRequest: received ${quote(name)}; expected the name of a container entry, such as "Act:invoke"`;
    throw new AppError('CALLBACK_INVALID', message, name);
  }
  return Object.freeze({ name, isPerRequest: true });
}

/** Whether a value is the result of {@link perRequest}. */
export function isPerRequest(value: unknown): value is PerRequest {
  return typeof value === 'object' && value !== null && 'isPerRequest' in value;
}

/** Maps each object to the request for which it was created. */
const requests = new WeakMap<object, RequestLifetimeInterface>();

/**
 * Resolves a name for one request.
 *
 * @throws {AppError} `CONTAINER_ENTRY_SHARED` if another request got the same object; otherwise like `resolve`
 */
export function resolveFor(
  request: ServerRequestInterface,
  container: ContainerInterface | null,
  name: string,
): LookUp {
  const found = lookUp(container, name);
  const { entry } = found;
  if (Object(entry) === entry) {
    const lifetime = request.getLifetime();
    const first = requests.get(entry as object);
    if (first !== undefined && first !== lifetime) {
      const message = `the container returned ${quote(entry)} for perRequest(${quote(name)}), but another request already received it; expected a new instance for each request: create it in each get() call, and do not cache it`;
      throw new AppError('CONTAINER_ENTRY_SHARED', message, entry);
    }
    requests.set(entry as object, lifetime);
  }
  return found;
}
