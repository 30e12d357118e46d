import type { PartOf } from './each-part.js';
import type { JsonSchema } from './json-schema.js';
import { unionOf } from './shape.js';

/**
 * Returns a function that gives the result of `partOf` for the item at an index. With several list schemas, an item
 * must match one of them.
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
    return (made[at] ??= partOf(unionOf(schemas)));
  };
}
