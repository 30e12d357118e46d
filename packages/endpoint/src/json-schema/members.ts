import type { PartOf } from './each-part.js';
import type { JsonSchema } from './json-schema.js';
import { propertiesOf } from './shape.js';

/** The schemas of the members of an object. */
export interface Members {
  readonly named: ReadonlyMap<string, unknown>;

  /** The schema of all other members; `null` if none are accepted. */
  readonly others: unknown;
}

/** Accepts nothing, so that an alternative that does not name a member has no effect on it. */
const NEVER: JsonSchema = { enum: [] };

/** Reads the members of object schemas; a member of several alternatives must be valid for one of them. */
export function membersOf(objects: readonly JsonSchema[]): Members {
  const named = new Map<string, unknown>();
  for (const name of objects.flatMap((object) => Object.keys(propertiesOf(object)))) {
    const schemas = objects.map((object) => {
      const properties = propertiesOf(object);
      return Object.hasOwn(properties, name) ? properties[name] : (othersOf(object) ?? NEVER);
    });
    named.set(name, union(schemas));
  }
  const open = objects.map(othersOf).filter((schema) => schema !== null);
  return { named, others: open.length === 0 ? null : union(open) };
}

/**
 * Returns the result for the schema of the item at an index; an item of several list schemas must be valid for one of
 * them.
 */
export function itemsOf<Made>(
  lists: readonly JsonSchema[],
  partOf: PartOf<Made>,
): (index: number) => Made {
  const rows = lists.map(({ prefixItems, items }) => ({
    prefix: (Array.isArray(prefixItems) ? prefixItems : []) as readonly unknown[],
    items,
  }));
  const longest = Math.max(...rows.map(({ prefix }) => prefix.length));
  const made: Made[] = [];
  return (index) => {
    const at = Math.min(index, longest);
    const schemas = rows.map(({ prefix, items }) => (at < prefix.length ? prefix[at] : items));
    return (made[at] ??= partOf(union(schemas)));
  };
}

function othersOf({ additionalProperties: open = false }: JsonSchema): unknown {
  return open === false ? null : open;
}

function union(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}
