import type { ContainerInterface } from '@mortise/app';

/** No container has this entry, unless it has every one. */
const NO_ENTRY = 'mortise: no entry';

/**
 * Returns the entry of an error handler.
 *
 * @param fallback returned if the container lacks the entry. A container whose `has` is always true lacks one that it
 *   cannot create, or returns as `undefined`.
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
