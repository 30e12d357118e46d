import { type ContainerInterface, hasEverything } from '@mortise/app';

/**
 * Returns the container entry of an error handler.
 *
 * @param fallback returned if the entry is missing. If the container's `has` is always true, an entry that is
 *   `undefined` or cannot be created is treated as missing.
 */
export function handlerEntry(
  container: ContainerInterface,
  name: string,
  fallback: unknown,
): unknown {
  if (!container.has(name)) return fallback;
  try {
    const entry = container.get(name);
    return entry === undefined && hasEverything(container) ? fallback : entry;
  } catch (error) {
    if (hasEverything(container)) return fallback;
    throw error;
  }
}
