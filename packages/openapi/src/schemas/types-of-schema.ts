import type { Components } from './components.js';
import { isJson, type Json } from './json.js';

/** Returns the only JSON type that a schema accepts, apart from `null`; `undefined` if it accepts several or any. */
export function typeOfSchema(schema: Json, components: Components): unknown {
  const [only, ...others] = typesOfSchema(schema, components);
  return others.length === 0 ? only : undefined;
}

/** Returns the JSON types that a schema accepts, apart from `null`; one is `undefined` if it accepts any. */
export function typesOfSchema(schema: Json, components: Components): ReadonlySet<unknown> {
  return new Set(collect(schema, components, new Set()));
}

function collect(
  schema: Json,
  components: Components,
  open: ReadonlySet<Json>,
): readonly unknown[] {
  if (open.has(schema)) return [];
  const json = components.resolve(schema);
  const { type, anyOf, oneOf, allOf } = json;
  const inner = new Set(open).add(schema).add(json);
  const partsOf = (list: readonly unknown[]): readonly unknown[] =>
    list.flatMap((part) => (isJson(part) ? collect(part, components, inner) : [undefined]));
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return partsOf(alternatives);
  if (!Array.isArray(allOf)) return [type].flat().filter((each) => each !== 'null');
  // A part without a type, such as one with only a pattern, does not restrict the types of the others.
  const all = [...partsOf(allOf), type].filter((each) => each !== undefined && each !== 'null');
  return all.length === 0 ? [undefined] : all;
}
