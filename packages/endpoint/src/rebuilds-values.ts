import type { Schema } from '@mortise/contract';

const LIBRARIES: readonly string[] = ['zod', 'valibot'];

/**
 * Whether a schema's library builds new objects from the members that its schemas name. Such a library drops all other
 * members, and never modifies the value that it validates.
 */
export function rebuildsValues(schema: Schema): boolean {
  return LIBRARIES.includes(schema['~standard'].vendor);
}
