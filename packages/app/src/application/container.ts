import { AppError } from '../app-error.js';

/**
 * Where an application looks up what it was given the name of.
 *
 * @see PSR-11
 */
export interface ContainerInterface {
  /** @returns whether {@link get} would give an entry */
  has(id: string): boolean;

  /**
   * @returns the entry; asked for once for each place that names it, when the first request comes
   * @throws whatever the container throws for an entry that is missing or cannot be made
   */
  get(id: string): unknown;
}

/**
 * The entry of a name, or a method of it: `'name'`, `'name:method'`.
 *
 * @throws {AppError} `CONTAINER_MISSING`, `CONTAINER_ENTRY_MISSING`
 */
export function resolve(container: ContainerInterface | null, name: string): unknown {
  if (container === null) throw AppError.noContainer(name);
  if (container.has(name)) return container.get(name);
  const colon = name.lastIndexOf(':');
  const id = name.slice(0, colon);
  if (colon < 1 || !container.has(id)) throw AppError.noEntry(name);
  const entry = container.get(id) as Record<string, unknown>;
  const method = entry[name.slice(colon + 1)];
  if (typeof method !== 'function') throw AppError.noEntry(name);
  return method.bind(entry) as unknown;
}
