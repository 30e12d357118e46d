import type { JsonSchema } from './json-schema.js';
import { type Shape, shapeOf } from './shape.js';

/** Returns the result of `make` for a part of a schema. */
export type PartOf<Made> = (part: unknown) => Made;

/**
 * Calls `make` for a schema, and once for each part that it requests. Returns the result for the whole schema.
 *
 * @param make must call `partOf` only when a value reaches the part, because schemas can be recursive
 */
export function eachPart<Made>(
  root: JsonSchema,
  make: (shape: Shape, partOf: PartOf<Made>, part: unknown) => Made,
): Made {
  const known = new Map<unknown, Made>();
  const partOf = (part: unknown): Made => {
    let made = known.get(part);
    if (made === undefined) {
      made = make(shapeOf(part, root), partOf, part);
      known.set(part, made);
    }
    return made;
  };
  return partOf(root);
}

/** Returns its argument. */
export function same(value: unknown): unknown {
  return value;
}
