import type { Components } from './components.js';
import type { Json } from './json.js';

/** The one JSON type that a schema accepts besides `null`; `undefined` if it accepts several, or any. */
export function typeOf(schema: Json, components: Components): unknown {
  const [only, ...others] = new Set(typesOf(schema, components));
  return others.length === 0 ? only : undefined;
}

function typesOf(schema: Json, components: Components): readonly unknown[] {
  const { type, anyOf, oneOf, allOf } = components.resolve(schema);
  const parts = anyOf ?? oneOf ?? allOf;
  return Array.isArray(parts)
    ? parts.flatMap((part: Json) => typesOf(part, components))
    : [type].flat().filter((each) => each !== 'null');
}
