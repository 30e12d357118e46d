import type { Schema } from '@mortise/contract';

/** What zod 4 exposes about its schemas. */
interface ZodSchema {
  readonly _zod?: {
    readonly def: { readonly type: string; readonly shape?: object; readonly catchall?: unknown };
  };
}

/**
 * Returns the names that a schema reads: the members of a plain zod object, which ignores all others.
 *
 * @returns `null` if the schema can read other members, or if that is unknown
 */
export function namesRead(schema: Schema): readonly string[] | null {
  const { type, shape = {}, catchall } = (schema as ZodSchema)._zod?.def ?? {};
  return type === 'object' && catchall === undefined ? Object.keys(shape) : null;
}
