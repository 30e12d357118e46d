import type { Schema } from '@mortise/contract';

/** What zod 4 exposes about its schemas to libraries. */
interface ZodSchema {
  readonly _zod?: {
    readonly def: { readonly type: string; readonly shape?: object; readonly catchall?: unknown };
  };
}

/**
 * The members of an object that a schema reads: those of a plain zod object, which ignores all others.
 *
 * @returns `null` if it can read others, or if that is unknown
 */
export function namesRead(schema: Schema): readonly string[] | null {
  const { type, shape = {}, catchall } = (schema as ZodSchema)._zod?.def ?? {};
  return type === 'object' && catchall === undefined ? Object.keys(shape) : null;
}
