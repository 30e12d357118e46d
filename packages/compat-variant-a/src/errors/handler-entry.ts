import type { ContainerInterface } from '@mortise/app';

/** A container has this entry only if its `has` is always true. */
const NO_ENTRY = 'mortise: no entry';

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
    return entry === undefined && container.has(NO_ENTRY) ? fallback : entry;
  } catch (error) {
    if (container.has(NO_ENTRY)) return fallback;
    throw error;
  }
}
