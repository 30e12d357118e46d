import type { JsonSchema } from './json-schema.js';
import { type Shape, shapeOf } from './shape.js';

/** Returns what was made of a part of a schema. */
export type PartOf<Made> = (part: unknown) => Made;

/**
 * Makes something of a schema and of its parts, once of each.
 *
 * @param make must call `partOf` only when a value reaches the part: schemas can be recursive
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

/** For a value that stays as it is. */
export function same(value: unknown): unknown {
  return value;
}
