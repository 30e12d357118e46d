import { eachPart, type PartOf, same } from './each-part.js';
import type { JsonSchema } from './json-schema.js';
import { itemsOf } from './items.js';
import { membersOf } from './members.js';
import { propertiesOf, type Shape, valuesOf } from './shape.js';

/** Returns a copy of a value with only the members that a schema names. Never modifies the value. */
export type Picking = (value: unknown) => unknown;

/**
 * Creates a function that removes the members that a JSON Schema does not name, even if the library accepts them.
 *
 * They are kept if the schema is open (`additionalProperties` is not `false`) or names no members. Of several object
 * schemas, those whose constants match the value apply. A value with `toJSON` is replaced with its result.
 */
export function pickingOf(schema: JsonSchema): Picking {
  return eachPart(schema, ofShape);
}

function ofShape({ kinds, arrays, objects }: Shape, partOf: PartOf<Picking>): Picking {
  if (kinds.has('any')) return same;
  const itemAt = itemsOf(arrays, partOf);
  const constants = objects.length > 1 ? objects.map(constantsOf) : [];
  const picks = new Map<string, Picking>();
  return (given) => {
    // `JSON.stringify` would write the result of `toJSON`, which can have other members than the value.
    const { toJSON } = Object(given) as { readonly toJSON?: unknown };
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, '') : given;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item, index) => itemAt(index)(item));
    const source = value as Readonly<Record<string, unknown>>;
    const fits = constants.map((all) => all.every(([name, only]) => source[name] === only));
    const key = fits.includes(true) ? fits.join() : '';
    let pick = picks.get(key);
    if (pick === undefined) {
      pick = ofObjects(
        objects.filter((_, index) => key === '' || fits[index]),
        partOf,
      );
      picks.set(key, pick);
    }
    return pick(value);
  };
}

function ofObjects(objects: readonly JsonSchema[], partOf: PartOf<Picking>): Picking {
  const { named, others } = membersOf(objects);
  const isBare = (object: JsonSchema): boolean => Object.keys(propertiesOf(object)).length === 0;
  if (others === null && objects.some(isBare)) return same;
  const members = [...named].filter(([name]) => name !== '__proto__');
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    const picked: Record<string, unknown> = {};
    for (const [name, part] of members) {
      const member = source[name];
      if (member !== undefined) picked[name] = partOf(part)(member);
    }
    if (others === null) return picked;
    for (const name of Object.keys(source)) {
      const part = named.has(name) || name === '__proto__' ? null : others(name);
      if (part !== null) picked[name] = partOf(part)(source[name]);
    }
    return picked;
  };
}

/** Returns the members that have only one possible value, such as the `kind` of a discriminated union. */
function constantsOf(schema: JsonSchema): readonly (readonly [string, unknown])[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, part]) => {
    const [only, ...others] = valuesOf(Object(part) as JsonSchema) ?? [];
    return only === undefined || others.length > 0 ? [] : [[name, only] as const];
  });
}
