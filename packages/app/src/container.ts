import { AppError } from './app-error.js';

/**
 * Resolves middleware and callbacks by name.
 *
 * @see PSR-11
 */
export interface ContainerInterface {
  /** @returns whether {@link get} would return an entry */
  has(id: string): boolean;

  /**
   * @returns the entry; read once for each place that names it, with the first request
   * @throws any error of the container, for an entry that is missing or cannot be created
   */
  get(id: string): unknown;
}

/**
 * Resolves a name to a container entry, or to a method of it: `'name'`, `'name:method'`.
 *
 * @throws {AppError} `CONTAINER_MISSING`, `CONTAINER_ENTRY_MISSING`
 */
export function resolve(container: ContainerInterface | null, name: string): unknown {
  if (container === null) throw AppError.noContainer(name);
  if (container.has(name)) return container.get(name);
  const colon = name.lastIndexOf(':');
  const id = name.slice(0, colon);
  if (colon < 1 || !container.has(id)) throw AppError.noEntry(name);
  const entry = container.get(id) as Record<string, unknown> | null | undefined;
  const method = entry?.[name.slice(colon + 1)];
  if (typeof method !== 'function') throw AppError.noEntry(name, 'method');
  return method.bind(entry) as unknown;
}
