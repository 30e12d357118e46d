import type { Schema } from '@mortise/contract';

const LIBRARIES: readonly string[] = ['zod', 'valibot'];

/**
 * Whether a schema is of a library that builds new objects from the members that its schemas name: it drops all others,
 * and never writes into the value that it validates.
 */
export function rebuildsValues(schema: Schema): boolean {
  return LIBRARIES.includes(schema['~standard'].vendor);
}
