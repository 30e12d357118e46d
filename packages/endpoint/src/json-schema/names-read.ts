import type { Schema } from '@mortise/contract';

/** What zod 4 says about its schemas to libraries. */
interface ZodSchema {
  readonly _zod?: {
    readonly def: { readonly type: string; readonly shape?: object; readonly catchall?: unknown };
  };
}

/**
 * The members that a schema reads of an object: those of a plain object of zod, which drops all others unread.
 *
 * @returns `null` if it can read others, or the library does not say
 */
export function namesRead(schema: Schema): readonly string[] | null {
  const { type, shape = {}, catchall } = (schema as ZodSchema)._zod?.def ?? {};
  return type === 'object' && catchall === undefined ? Object.keys(shape) : null;
}
